//! Diagrams of critical differences.

use super::super::Ranking;
use super::super::format::shorten;
use super::heading;
use super::plot::{Scale, colour, drawing, line, px, text, tick};
use maud::{Markup, html};

const WIDTH: f64 = 680.0;
/// Height of the axis.
const AXIS: f64 = 56.0;
/// Distance of the bars of groups.
const BAR: f64 = 10.0;
/// Height of the name of a technique.
const ROW: f64 = 20.0;

/// Renders the diagram and the verdict.
pub(super) fn section(ranking: &Ranking) -> Markup {
    html! {
        (heading("Ranks over the subjects"))
        p { (ranking.verdict()) }
        @if ranking.is_meaningful() {
            p.note { "The best technique is on the left. A bar joins techniques of \
                which no difference is shown." }
            div.scroll tabindex="0" role="region" aria-label="Diagram" { figure.wide { (diagram(ranking)) } }
        }
    }
}

/// Renders a diagram as in Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets"
/// (2006), figure 1.
fn diagram(ranking: &Ranking) -> Markup {
    let order = ranking.order();
    let groups = ranking.groups();
    let ranks = &ranking.test.mean_ranks;
    let last = ranks.len().max(2) as f64;
    let x = Scale { from: [1.0, last], to: [185.0, WIDTH - 185.0], log: false };
    let difference = ranking.critical_difference().min(last - 1.0);
    let below = AXIS + 14.0 + BAR * groups.len() as f64;
    // The better half has its names on the left, the other one on the right; the outermost names
    // are the topmost.
    let left = order.len().div_ceil(2);
    let row = |place: usize| if place < left { place } else { order.len() - 1 - place };
    let height = below + ROW * left as f64 + 6.0;
    let label = order
        .iter()
        .map(|&at| format!("{} {:.2}", ranking.name(at), ranks[at]))
        .collect::<Vec<_>>()
        .join(", ");
    let content = html! {
        (line("axis", [x.at(1.0), AXIS], [x.at(last), AXIS]))
        @for value in x.ticks((ranks.len() - 1).min(12)) {
            (line("axis", [x.at(value), AXIS - 5.0], [x.at(value), AXIS]))
            (text("middle", [x.at(value), AXIS - 10.0], &tick(value)))
        }
        (line("whisker", [x.at(1.0), 20.0], [x.at(1.0 + difference), 20.0]))
        @for end in [1.0, 1.0 + difference] { (line("whisker", [x.at(end), 16.0], [x.at(end), 24.0])) }
        (text("strong", [x.at(1.0), 11.0], &format!("critical difference {:.2}", ranking.critical_difference())))
        @for (place, &at) in order.iter().enumerate() {
            @let y = below + ROW * (row(place) as f64 + 0.5);
            @let (side, class) = if place < left { (x.to[0] - 12.0, "strong end") } else { (x.to[1] + 12.0, "strong") };
            @let words = [(-6.0, class), (6.0, class)][usize::from(place >= left)];
            g.(colour(at)) {
                path.line d=(format!("M{} {}V{}H{}", px(x.at(ranks[at])), px(AXIS), px(y), px(side))) { }
                circle.dot cx=(px(x.at(ranks[at]))) cy=(px(AXIS)) r="3.5" { title { (ranking.name(at)) ": " (format!("{:.2}", ranks[at])) } }
            }
            (text(words.1, [side + words.0, y + 4.0], &format!("{} {:.2}", shorten(ranking.name(at), 22), ranks[at])))
        }
        @for (place, group) in groups.iter().enumerate() {
            @let y = AXIS + 10.0 + BAR * place as f64;
            @let ends = [group[0], group[group.len() - 1]].map(|at| x.at(ranks[at]));
            (line("bar", [ends[0] - 4.0, y], [ends[1] + 4.0, y]))
        }
    };
    drawing(WIDTH, height, &format!("Mean ranks: {label}"), &content)
}
