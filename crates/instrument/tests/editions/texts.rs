//! Texts of assertions that fail: those that the compiler writes.

use crate::cases::N;

const NONE: Option<i32> = None;

struct Fields {
    first: (i32, [i32; 2]),
    r#type: Option<Box<i32>>,
}

fn flag(x: i32) -> bool {
    x == 0
}

both! {
    fn operators(x: i32) -> i32 {
        let (y, flag, text) = (&x, x < 0, "text");
        match x {
            0 => assert!((x > -1) && x < -1),
            1 => assert!(!!(!(x==1))),
            2 => assert!(- -x == -2|| - (x) == 2),
            3 => assert!(&x==&-1 && *y != -*y),
            4 => assert!(x&1==1|| x | 1 == x ||x^3 == 0),
            5 => assert!(x<<1 > 10 || x >>1 < 2),
            6 => assert!(x as i64 as u8==0u8||(x as i32) < 0),
            7 => assert!((1..3).contains(&x) || (..=3).contains(&x) || (9..).contains(y)),
            8 => assert!(x % 2 != 0 || (x + 1) * 2 == 4 || x - 1 - 2 == x - (1 - 2)),
            9 => assert!(flag),
            10 => assert!(!flag && (flag)),
            11 => assert!(text == "a\tb\"" || text == r"\" || text == r#"""#),
            12 => assert!(text.as_bytes() == b"\x00a" || text.starts_with('\'')
                || text.contains('ß')),
            13 => assert!(0x1F == x || 1_000i32 == x || 1e3 as i32 == x || 0b11 == x),
            14 => assert!(x /* a comment */ == 0 // and another
                || x
                    == 1),
            15 => assert!(x == 0 && { x } == 0),
            16 => assert!((x, 1,) == (1, x) || [x; 2] == [1, 2,] || (x,) == (1,)),
            17 => assert!(((x == 1) || (x == 2)) && (x == 3 || x == 4)),
            18 => assert!(x==1,),
            19 => assert!(x == 1, "{}", x),
            _ => {}
        }
        x
    }

    fn expressions(x: i32) -> i32 {
        let fields = Fields { first: (x, [1, 2]), r#type: None };
        let list = vec![1, x];
        match x {
            0 => assert!(fields.first.0 == 1 || fields.first.1[0] > 1),
            1 => assert!(fields.r#type.is_some() && fields . r#type . is_none()),
            2 => assert!(list[0]==2&&list[ 1 ]<0),
            3 => assert!(list.iter().map(|x| x+1).collect::<Vec<_>>() == vec![1,2,3]),
            4 => assert!(list.iter().any(|&y| { y > 9 }) || list.is_empty()),
            5 => assert!(Option::<i32>::None == Some(x) || <i32>::max_value() == x),
            6 => assert!(matches!(x, 1|2 | 7..=9) || matches!( Some(x), Some(y) if y>9 )),
            7 => assert!(if x > 3 { false } else { true }),
            8 => assert!(match x { 8 => false, y if y > 2 => true, _ => { true } }),
            9 => assert!(list.len() == 3 || std::mem::size_of::<&'static str>() == 3),
            10 => assert!(<Vec<i32> as Default>::default().len() > 0),
            11 => assert!(Fields { first: (1, [x, 2]), r#type: NONE.map(Box::new) }.first.0 == 2),
            12 => assert!(unknown!(x == 1) && unknown! { x == 2 } && unknown![x == 3]),
            13 => assert!((|y: i32| -> bool { y > 99 })(x)),
            14 => assert!(N("temporary", 1).flag() && N("right", x).val()==14),
            15 => assert!({ x == 1 } || loop { break x == 2; }),
            16 => assert!("a".parse::<i32>().is_ok()),
            17 => assert!(&list[..] == &[1][..] || &list[1 ..] == [2] || list[.. 1] == [2]),
            18 => assert!(if let Some(y) = NONE { y == 1 } else { x == 2 }),
            19 => assert!(Some(x).map_or(false, |ref y| *y == 1 && ! flag(x))),
            20 => assert!(i32::max_value() . checked_add( x ) . is_some() , "said"),
            21 => assert!(*&x == 1 || **&&x == 2 || *&mut 5 == 6),
            _ => {}
        }
        x
    }

    fn others(x: i32) -> i32 {
        match x {
            0 => debug_assert!((x > -1) == (x<=-1)),
            1 => std::assert!((x<=-1)),
            2 => ::std::debug_assert!(x == - 1),
            3 => assert_eq!((x), -1, "{}", -x),
            4 => assert_ne!(x + -1, 3),
            5 => assert!{x==-1},
            6 => assert![x == -1 || x==-2],
            7 => assert!(x == -1, "{x}"),
            8 => assert!(x == -1, "{}{{}}"  , -x),
            9 => assert!(x == -1, "said {0} {y:>4}", x, y = -x),
            10 => unreachable!("ten {}", x),
            11 => unreachable!(),
            12 => todo!(),
            13 => unimplemented!("{}", - x),
            14 => panic!("{{}}"),
            15 => panic!(),
            16 => assert!(false),
            17 => assert!(cfg!(any()) && x > 3),
            18 => assert!(x > 99 || false),
            _ => {}
        }
        x
    }
}

#[test]
fn od41_texts_of_operators() {
    compared!(x in 0..20; [operators(x)]);
}

#[test]
fn od41_texts_of_expressions() {
    compared!(x in 0..22; [expressions(x)]);
}

#[test]
fn od41_texts_of_macros() {
    compared!(x in 0..19; [others(x)]);
}
