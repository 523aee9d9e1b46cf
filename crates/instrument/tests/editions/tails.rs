//! Temporaries of last expressions: dropped after the locals up to edition 2021, before them since.

use crate::both::log;
use crate::cases::N;

both! {
    fn of_function(x: i32) -> i32 {
        let n = N("local", x);
        N("temporary", x).val()
    }

    // One body only.
    fn of_function_with_item(x: i32) -> i32 {
        if x > 1 { const STEP: i32 = 1; log("step", STEP); }
        let n = N("local", x);
        N("temporary", x).val()
    }

    fn of_function_with_macro(x: i32) -> i32 {
        unknown! { log("step", 1); }
        let n = N("local", x);
        N("temporary", x).val()
    }

    fn of_opaque(x: i32) -> impl PartialEq + std::fmt::Debug {
        let n = N("local", x);
        N("temporary", x).val()
    }

    fn of_block(x: i32) -> i32 {
        let outer = N("outer", x);
        let y = { let n = N("local", x); N("temporary", x).val() };
        log("after", y)
            + { let n = N("local", x); N("temporary", x).next().map_or(0, |n| n.val()) }
    }

    fn of_branch(x: i32) -> i32 {
        let outer = N("outer", x);
        if x > 1 { let n = N("then", x); N("temporary", x).val() }
        else { let n = N("else", x); N("temporary", x).val() + 1 }
    }

    fn of_branch_value(x: i32) -> i32 {
        let y = if x > 1 { let n = N("then", x); N("temporary", x).val() }
        else { let n = N("else", x); N("temporary", x).val() + 1 };
        log("after", y)
    }

    fn of_arm(x: i32) -> i32 {
        let outer = N("outer", x);
        match x {
            0 => N("bare", x).val(),
            1 => { let n = N("local", x); N("temporary", x).val() }
            y if { let n = N("guard", y); N("temporary", y).flag() } => y,
            y => { let n = N("last", y); N("temporary", y).val() }
        }
    }

    fn of_closure(x: i32) -> i32 {
        let outer = N("outer", x);
        let f = |y: i32| { let n = N("local", y); N("temporary", y).val() };
        let g = |y: i32| N("closure", y).val();
        let h = |y: i32| {
            if y > 1 { let n = N("local", y); N("temporary", y).flag() } else { false }
        };
        f(x) + g(x + 1) + i32::from(h(x))
    }

    fn of_loops(x: i32) -> i32 {
        let mut y = x;
        let z = loop {
            let n = N("loop", y);
            if { let n = N("local", y); N("temporary", y).flag() } { break N("if", y).val(); }
            y += 1;
            if y > 9 { break { let n = N("value", y); N("temporary", y).val() }; }
        };
        while { let n = N("while", y); N("temporary", y).val() > z - 2 } {
            y -= 1;
            N("unit", y).val();
        }
        for i in { let n = N("for", y); 0..N("range", y).val() } {
            let n = N("body", i);
            N("each", i).val();
        }
        'out: {
            let n = N("label", y);
            if N("jump", y).flag() { break 'out; }
            N("tail", y).val();
        }
        y
    }

    fn of_condition(x: i32) -> i32 {
        if { let n = N("local", x); N("temporary", x).flag() } && N("right", x + 1).val() > 1 {
            N("then", x).val()
        } else if N("else", x).flag() || { let n = N("local", x); N("temporary", x).flag() } {
            N("second", x).val()
        } else { 0 }
    }

    fn of_if_let(x: i32) -> i32 {
        let outer = N("outer", x);
        let y = if let Some(n) = N("scrutinee", x).next() { n.val() } else { N("else", x).val() };
        if let Some(n) = { let n = N("local", x); N("temporary", x).next() } { n.val(); }
        if let Some(n) = N("scrutinee", y).next() { n.val() } else { N("else", y).val() }
    }

    fn of_while_let(x: i32) -> i32 {
        let mut n = N("first", x);
        while let Some(next) = { let m = N("local", x); N("temporary", n.1).next() } {
            n = next;
            if n.flag() { continue; }
            N("body", n.1).val();
        }
        n.val()
    }

    fn of_let_else(x: i32) -> i32 {
        let outer = N("outer", x);
        let Some(n) = N("scrutinee", x).next() else {
            let n = N("local", x);
            return N("temporary", x).val()
        };
        let y: i32 = n.val();
        y + N("temporary", y).val()
    }

    fn of_match(x: i32) -> i32 {
        match N("scrutinee", x).next() {
            Some(ref n) if N("guard", n.1).flag() => N("arm", n.1).val(),
            Some(n) => n.val(),
            None => { let n = N("none", x); N("temporary", x).val() }
        }
    }

    fn of_question(x: i32) -> Result<i32, i32> {
        let outer = N("outer", x);
        let n = N("asked", x).result()?;
        let y = { let m = N("local", x); N("temporary", x + 1).result()?.val() };
        Ok(N("tail", x + y).result()?.val())
    }

    fn of_logic(x: i32) -> bool {
        let n = N("local", x);
        N("left", x).flag() && N("right", x + 2).val() > 2 || !N("third", x + 1).flag()
    }

    fn of_comparison(x: i32) -> bool {
        let n = N("local", x);
        N("left", x).val() < N("right", 3 - x).val()
    }

    fn of_reference(x: i32) -> i32 {
        let n = N("local", x);
        *N("left", x).number()
            + match x { 0 => *N("zero", x).number(), _ => *N("other", x).number() }
    }

    fn of_nested(x: i32) -> i32 {
        let n = N("first", x);
        { let n = N("second", x); { let n = N("third", x); { N("temporary", x).val() } } }
    }

    fn of_unit(x: i32) {
        let n = N("local", x);
        if x > 1 { let n = N("then", x); N("temporary", x).name(); }
        match N("scrutinee", x).next() { Some(n) => drop(n), None => {} }
    }

    fn of_moves(x: i32) -> Option<N> {
        let n = N("local", x);
        let pair = (N("first", x), N("second", x));
        let kept = if N("asked", x).flag() { Some(pair.0) } else { None };
        kept.or(Some({ let m = N("block", x); n }).filter(|n| {
            let m = N("closure", x);
            N("temporary", n.1).flag()
        }))
    }
}

#[test]
fn od37_temporaries_of_last_expressions() {
    compared!(x in -1..5;
        [of_function(x)] [of_function_with_item(x)] [of_function_with_macro(x)] [of_block(x)]
        [of_branch(x)] [of_branch_value(x)] [of_arm(x)] [of_closure(x)] [of_loops(x)]
        [of_nested(x)] [of_unit(x)]);
}

#[test]
fn od37_temporaries_of_scrutinees() {
    compared!(x in -1..5;
        [of_condition(x)] [of_if_let(x)] [of_while_let(x)] [of_let_else(x)] [of_match(x)]
        [of_question(x)] [of_logic(x)] [of_comparison(x)] [of_reference(x)]);
}

#[test]
fn od37_temporaries_of_results() {
    compared!(x in -1..5;
        [of_opaque(x)] [of_moves(x)]);
}
