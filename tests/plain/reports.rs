//! Reports, written and read: as they were, and no other version of their form.

use super::{again, comes_back, refused};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::distance::gt;
use sbst::execution::{Caller, ExceptionKind};
use sbst::flow::FlowBuilder;
use sbst::id::{Function, Symbol};
use sbst::objective::{Criterion, Roots};
use sbst::report::{Report, ReportError};

fn campaign(roots: Roots) -> Campaign<(i32, String)> {
    let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).exit(2).exit(3);
    let builder = Campaign::builder()
        .function(&body)
        .expect("legal")
        .criteria([Criterion::Branch, Criterion::Exception]);
    builder.roots(roots).without(|_, goals| goals.ids().skip(3).collect()).build().expect("goals")
}

fn subject(c: Caller<'_>, (x, _): &(i32, String)) {
    let f = c.enter(Function::new(0));
    if f.decide(0, gt(*x, 10)) && f.decide(1, gt(*x, 20)) {
        f.threw(Symbol::new(1), ExceptionKind::Explicit);
    }
}

fn report(roots: Roots, inputs: &[i32]) -> Report<(i32, String)> {
    let mut campaign = campaign(roots);
    for &x in inputs {
        campaign.run(&(x, format!("test {x}")), subject).expect("honest");
    }
    campaign.report()
}

#[test]
fn reports_come_back() {
    for roots in [Roots::Active, Roots::All] {
        for inputs in [&[][..], &[3], &[3, 12], &[3, 12, 30, -7]] {
            let report = report(roots, inputs);
            for read in again(&report) {
                let mut fresh = campaign(roots);
                fresh.merge(read).expect("the same program");
                assert_eq!(fresh.report(), report);
            }
            comes_back(report);
        }
    }
}

#[test]
fn another_version_is_not_read() {
    let text = serde_json::to_string(&report(Roots::Active, &[3])).expect("can be written");
    for version in ["0", "1", "4294967295"] {
        let later = text.replacen("\"version\":2", &format!("\"version\":{version}"), 1);
        let message = refused::<Report<(i32, String)>>(&later);
        assert!(
            message.starts_with(&format!(
                "this report has version {version}, and only version 2 can be read"
            )),
            "{message}"
        );
    }
    refused::<Report<(i32, String)>>(&text.replacen("\"version\":2", "\"version\":null", 1));
}

/// Whatever number is changed in the text: it is refused, or merged and told without a panic.
#[test]
fn hostile_texts_do_no_harm() {
    let text = serde_json::to_string(&report(Roots::Active, &[3, 12])).expect("can be written");
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let (mut refusals, mut merged) = (0, 0);
    for &at in &digits {
        for number in ["0", "7", "4294967295", "18446744073709551615", "1e999", "-1"] {
            let spoilt = format!("{}{number}{}", &text[..at], &text[at + 1..]);
            let Ok(read) = serde_json::from_str::<Report<(i32, String)>>(&spoilt) else {
                refusals += 1;
                continue;
            };
            let _ = read.to_string();
            let mut fresh = campaign(Roots::Active);
            let result = fresh.merge(read);
            let known = matches!(
                result,
                Ok(())
                    | Err(CampaignError::OtherGraph(_)
                        | CampaignError::UnknownGoal { .. }
                        | CampaignError::Report(ReportError::TooManyRuns))
            );
            assert!(known, "{result:?}");
            merged += u32::from(result.is_ok());
            fresh.run(&(15, String::new()), subject).expect("honest");
            let _ = (fresh.report().to_string(), fresh.tests().suite().len(), fresh.next_goal(0.5));
            // What was merged can be written, and read again.
            let written = fresh.report();
            for read in again(&written) {
                assert_eq!(read, written);
            }
        }
    }
    assert!(refusals > 100 && merged > 30, "{refusals} {merged}");
    for end in 0..text.len() {
        assert!(
            text.get(..end)
                .is_none_or(|start| serde_json::from_str::<Report<(i32, String)>>(start).is_err())
        );
    }
}
