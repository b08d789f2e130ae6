//! Tests of the battlefield.
