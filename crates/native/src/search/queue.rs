//! Inputs to try next.

use std::collections::VecDeque;

/// A queue of inputs that takes a limited amount of memory.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    inputs: VecDeque<Vec<u8>>,
    /// Number of bytes of all of them.
    bytes: usize,
}

/// Most inputs in the queue.
const INPUTS: usize = 4096;
/// Most bytes in the queue.
const BYTES: usize = 1 << 24;

impl Queue {
    /// Returns `true` if an input of `length` bytes fits.
    pub(crate) fn has_room(&self, length: usize) -> bool {
        self.inputs.len() < INPUTS && self.bytes + length <= BYTES
    }

    /// Adds an input. The caller asks [`has_room`](Self::has_room) before it builds one.
    pub(crate) fn push(&mut self, input: Vec<u8>) {
        self.bytes += input.len();
        self.inputs.push_back(input);
    }

    /// Takes the input that was added first.
    pub(crate) fn pop(&mut self) -> Option<Vec<u8>> {
        let input = self.inputs.pop_front()?;
        self.bytes -= input.len();
        Some(input)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_has_room_for_many_inputs_or_for_long_ones() {
        let mut queue = Queue::default();
        let mut count = 0;
        while queue.has_room(1 << 20) {
            queue.push(vec![0; 1 << 20]);
            count += 1;
        }
        assert_eq!((count, queue.has_room(1)), (16, false));
        assert_eq!(queue.pop().map(|input| input.len()), Some(1 << 20));
        assert!(queue.has_room(1 << 20));
        queue.clear();
        while queue.has_room(1) {
            queue.push(vec![0]);
            count += 1;
        }
        assert_eq!(count, 16 + INPUTS);
    }
}
