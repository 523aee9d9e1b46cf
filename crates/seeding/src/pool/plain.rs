//! Serialised form of pools: a list of classes, in ascending order, each with its objects.

use super::objects::Pool;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<K: Serialize, T: Serialize> Serialize for Pool<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A list of pairs, not a map: the keys of a JSON map are strings, and a class may be of any
        // type.
        serializer.collect_seq(&self.objects)
    }
}

impl<'de, K: Ord + Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for Pool<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let classes = Vec::<(K, Vec<T>)>::deserialize(deserializer)?;
        // A map would silently keep one of two lists of objects of the same class.
        if !classes.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err(D::Error::custom(
                "the classes of a pool must be listed in ascending order, each once",
            ));
        }
        // `Pool::classes` lists only classes with objects.
        if classes.iter().any(|(_, objects)| objects.is_empty()) {
            return Err(D::Error::custom(
                "a pool lists a class without objects: leave the class out",
            ));
        }
        Ok(Self { objects: classes.into_iter().collect() })
    }
}
