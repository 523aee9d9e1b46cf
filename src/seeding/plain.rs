//! Pools as plain data: each class with its objects, ascending.

use super::pool::Pool;
use crate::plain::{Invalid, ascend};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<K: Serialize, T: Serialize> Serialize for Pool<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.objects)
    }
}

impl<'de, K: Ord + Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for Pool<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let classes = Vec::<(K, Vec<T>)>::deserialize(deserializer)?;
        if !ascend(classes.iter().map(|(class, _)| class)) {
            return Err(D::Error::custom(Invalid("the classes of a pool ascend, each once")));
        }
        if classes.iter().any(|(_, objects)| objects.is_empty()) {
            return Err(D::Error::custom(Invalid("a class of a pool without objects")));
        }
        Ok(Self { objects: classes.into_iter().collect() })
    }
}
