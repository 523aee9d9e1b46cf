//! A link: its scheme, and what the rest of it says.

use super::{PRINTABLE, Subject};
use sbst::distance::any;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "link",
    inputs: &[PRINTABLE; 16],
    bodies: || vec![body()],
    run: |t, bytes| {
        let link: String = bytes.iter().map(|&byte| byte as u8 as char).collect();
        kind(t, &link);
    },
};

const KIND: Function = Function::new(0);
const SECURE: u32 = 0;
const HOME: u32 = 1;
const QUERY: u32 = 2;
const IMAGE: u32 = 3;
const MAIL: u32 = 4;
const ADDRESS: u32 = 5;
const KNOWN_USER: u32 = 6;
const FIRST_KIND: u32 = 7;

#[derive(Clone, Copy)]
enum Kind {
    Home,
    Search,
    Picture,
    Page,
    Colleague,
    Stranger,
    Unknown,
}

fn body() -> FlowBuilder {
    let at = |kind: Kind| FIRST_KIND + kind as u32;
    let body = FlowBuilder::new()
        .branch(SECURE, HOME, MAIL)
        .branch(HOME, at(Kind::Home), QUERY)
        .branch(QUERY, at(Kind::Search), IMAGE)
        .branch(IMAGE, at(Kind::Picture), at(Kind::Page))
        .branch(MAIL, ADDRESS, at(Kind::Unknown))
        .branch(ADDRESS, KNOWN_USER, at(Kind::Unknown))
        .branch(KNOWN_USER, at(Kind::Colleague), at(Kind::Stranger));
    (at(Kind::Home)..=at(Kind::Unknown)).fold(body, FlowBuilder::exit)
}

fn kind(c: Caller<'_>, link: &str) -> Kind {
    const USERS: [&str; 3] = ["ada", "alan", "grace"];
    let f = c.enter(KIND);
    let rules = f.rules();
    if f.decide(SECURE, rules.starts_with(link, "https://")) {
        let site = &link["https://".len()..];
        if f.decide(HOME, rules.eq_ignore_ascii_case(site, "Test.org")) {
            Kind::Home
        } else if f.decide(QUERY, rules.contains_run(site, "?q=")) {
            Kind::Search
        } else if f.decide(IMAGE, any([".png", ".jpg", ".svg"].map(|end| rules.ends_with(site, end)))) {
            Kind::Picture
        } else {
            Kind::Page
        }
    } else if f.decide(MAIL, rules.starts_with(link, "mailto:")) {
        let address = &link["mailto:".len()..];
        if !f.decide(ADDRESS, rules.contains_run(address, "@")) {
            return Kind::Unknown;
        }
        let user = address.split('@').next().unwrap_or_default();
        if f.decide(KNOWN_USER, rules.contains(USERS, user)) { Kind::Colleague } else { Kind::Stranger }
    } else {
        Kind::Unknown
    }
}
