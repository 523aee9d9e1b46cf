//! Maps and sets of ids as plain data: as the maps and sets of the standard library.

use super::map::{IdMap, IdSet, Key};
use alloc::collections::{BTreeMap, BTreeSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<K: Key + Serialize> Serialize for IdSet<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, K: Key + Ord + Deserialize<'de>> Deserialize<'de> for IdSet<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::new();
        for key in BTreeSet::<K>::deserialize(deserializer)? {
            set.insert(key);
        }
        Ok(set)
    }
}

impl<K: Key + Serialize, V: Serialize> Serialize for IdMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, K: Key + Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for IdMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut map = Self::new();
        for (key, value) in BTreeMap::<K, V>::deserialize(deserializer)? {
            map.insert(key, value);
        }
        Ok(map)
    }
}
