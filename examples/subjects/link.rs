//! A link: its scheme, and what the rest of it says.

use super::{Code, PRINTABLE, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "link",
    inputs: &[PRINTABLE; 16],
    code: Code::Plain {
        functions: |program| vec![program.find(&kind)],
        run: |bytes| {
            let link: String = bytes.iter().map(|&byte| byte as u8 as char).collect();
            kind(&link);
        },
    },
};

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

#[sbst::instrument]
fn kind(link: &str) -> Kind {
    const USERS: [&str; 3] = ["ada", "alan", "grace"];
    if let Some(site) = link.strip_prefix("https://") {
        if site.eq_ignore_ascii_case("Test.org") {
            Kind::Home
        } else if site.contains("?q=") {
            Kind::Search
        } else if site.ends_with(".png") || site.ends_with(".jpg") || site.ends_with(".svg") {
            Kind::Picture
        } else {
            Kind::Page
        }
    } else if let Some(address) = link.strip_prefix("mailto:") {
        if !address.contains('@') {
            return Kind::Unknown;
        }
        let user = address.split('@').next().unwrap_or_default();
        if USERS.contains(&user) { Kind::Colleague } else { Kind::Stranger }
    } else {
        Kind::Unknown
    }
}
