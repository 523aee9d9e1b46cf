//! Paths, definitions and uses.

use super::oracle::generate::any_shape;
use super::{again, comes_back, config, read, refused};
use proptest::prelude::*;
use sbst::id::{Block, Function, Variable};
use sbst_histories::definitions::{DefinitionUse, Definitions};
use sbst_histories::paths::{BlockPath, sequences};

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn paths_and_pairs_come_back(shape in any_shape(6)) {
        let graph = shape.graph();
        let paths = sequences(&graph, Function::new(0), 3, usize::MAX).expect("no bound");
        for path in again(&paths).iter().flatten() {
            prop_assert_eq!(path.check(&graph), Ok(()));
        }
        comes_back(paths);

        let x = Variable::new(7);
        let mut known = Definitions::new().parameter(x, Function::new(0));
        for block in graph.all_blocks().filter(|block| block.number() % 2 == 0) {
            known = known
                .define(x, block.statement(0))
                .use_at(x, block.statement(0))
                .use_in_predicate(&graph, x, block);
        }
        comes_back(known.pairs(&graph).expect("all is there"));
        comes_back(known);
    }
}

#[test]
fn paths_and_pairs_are_written_as_they_look() {
    assert_eq!(read::<BlockPath>("[0,1,0]").blocks(), [0, 1, 0].map(Block::new));
    let text = r#"{"variable":2,"definition":{"entry":0},"place":{"statement":[4,1]}}"#;
    let pair = read::<DefinitionUse>(text);
    assert_eq!(pair.to_string(), "v2 from the entry of f0 to statement 1 of b4");
    assert_eq!(serde_json::to_string(&pair).expect("can be written"), text);
}

#[test]
fn fewer_than_two_blocks_are_no_path() {
    for text in ["[]", "[3]"] {
        assert!(refused::<BlockPath>(text).contains("a path has at least two blocks"));
    }
}
