//! Tests of functions as rows.
