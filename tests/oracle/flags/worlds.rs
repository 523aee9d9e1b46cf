//! Programs and trees of activations.
