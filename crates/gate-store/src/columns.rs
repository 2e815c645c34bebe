//! Reads and writes tables as Parquet. A table has named columns of text, whole numbers and numbers; each value may be missing in a row.
//!
//! Invariant: written rows read back as the same values, to the last bit; invalid bytes are an error and never a panic.

use std::cell::Cell as Local;
use std::collections::BTreeMap;
use std::panic::{self, PanicHookInfo, UnwindSafe};
use std::sync::{Arc, Once};

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

/// The type of a column, with its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Text,
    /// Whole numbers with small differences between neighbouring rows.
    Whole,
    /// Whole numbers that are independent of the neighbouring rows.
    Loose,
    Number,
    /// Booleans for queries; the gate never reads these columns.
    Truth,
}

/// A column of a published table: its name, its type, and its description.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: ColumnKind,
    pub(super) about: &'static str,
}

/// One value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    None,
    Text(&'a str),
    Whole(i64),
    Number(f64),
    Truth(bool),
}

/// A cell and the name of its column.
pub(super) type NamedCell<'a> = (&'static str, Cell<'a>);

impl<'a> Cell<'a> {
    pub(super) fn from_text(value: Option<&'a str>) -> Cell<'a> {
        value.map_or(Cell::None, Cell::Text)
    }

    /// Converts a count or a time; a value above the largest signed number of 64 bits becomes that number.
    pub(super) fn from_count(value: Option<u64>) -> Cell<'a> {
        value.map_or(Cell::None, |value| Cell::Whole(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    pub(super) fn from_number(value: Option<f64>) -> Cell<'a> {
        value.map_or(Cell::None, Cell::Number)
    }
}

/// The compression level, which is high, because a file is written once and read for years.
pub(super) const LEVEL: i32 = 19;

/// The values of a column, without missing values.
enum Values {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Number(Vec<f64>),
    Truth(Vec<bool>),
}

impl Values {
    fn new(kind: ColumnKind) -> Values {
        match kind {
            ColumnKind::Text => Values::Text(Vec::new()),
            ColumnKind::Whole | ColumnKind::Loose => Values::Whole(Vec::new()),
            ColumnKind::Number => Values::Number(Vec::new()),
            ColumnKind::Truth => Values::Truth(Vec::new()),
        }
    }
}

/// Rows to be written.
pub(super) struct Rows {
    columns: &'static [Column],
    values: Vec<Values>,
    /// For each column and row: 1 if the row has a value in the column, otherwise 0.
    there: Vec<Vec<i16>>,
}

impl Rows {
    pub(super) fn new(columns: &'static [Column]) -> Rows {
        let values = columns.iter().map(|column| Values::new(column.kind)).collect();
        Rows { columns, values, there: vec![Vec::new(); columns.len()] }
    }

    /// Adds a row, which is given as cells with the names of their columns, in the order of the columns. A column without a cell, or with a
    /// cell of another type, has no value in the row.
    pub(super) fn push(&mut self, row: &[NamedCell<'_>]) {
        let mut row = row.iter().peekable();
        for ((column, values), there) in self.columns.iter().zip(&mut self.values).zip(&mut self.there) {
            let cell = row.next_if(|(name, _)| *name == column.name).map_or(Cell::None, |(_, cell)| *cell);
            let is_there = match (values, cell) {
                (Values::Text(values), Cell::Text(text)) => {
                    // Neighbouring rows usually have the same text, so the rows share the bytes of the text.
                    let value = match values.last() {
                        Some(last) if last.data() == text.as_bytes() => last.clone(),
                        _ => ByteArray::from(text),
                    };
                    values.push(value);
                    true
                }
                (Values::Whole(values), Cell::Whole(value)) => {
                    values.push(value);
                    true
                }
                (Values::Number(values), Cell::Number(value)) => {
                    values.push(value);
                    true
                }
                (Values::Truth(values), Cell::Truth(value)) => {
                    values.push(value);
                    true
                }
                _ => false,
            };
            there.push(i16::from(is_there));
        }
        debug_assert_eq!(row.next().map(|(name, _)| *name), None, "no such column, or one in another place");
    }

    /// Encodes the rows as a file.
    pub(super) fn write(&self, level: i32) -> Result<Vec<u8>, ParquetError> {
        let properties = properties(self.columns, level)?;
        let mut writer =
            SerializedFileWriter::new(Vec::new(), build_schema(self.columns)?, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        let mut columns = self.values.iter().zip(&self.there);
        while let Some(mut writer) = group.next_column()? {
            if let Some((values, there)) = columns.next() {
                match values {
                    Values::Text(values) => {
                        writer.typed::<ByteArrayType>().write_batch(values, Some(there), None)?
                    }
                    Values::Whole(values) => {
                        writer.typed::<Int64Type>().write_batch(values, Some(there), None)?
                    }
                    Values::Number(values) => {
                        writer.typed::<DoubleType>().write_batch(values, Some(there), None)?
                    }
                    Values::Truth(values) => {
                        writer.typed::<BoolType>().write_batch(values, Some(there), None)?
                    }
                };
            }
            writer.close()?;
        }
        group.close()?;
        writer.into_inner()
    }
}

/// Returns whether the metadata places a column after the beginning of the file.
fn is_in_file(column: &ColumnChunkMetaData) -> bool {
    let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
    start >= 0 && column.compressed_size() >= 0
}

fn build_schema(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let fields = columns.iter().map(build_field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("launchgate").with_fields(fields).build().map(Arc::new)
}

fn build_field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match column.kind {
        ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnKind::Whole | ColumnKind::Loose => (Physical::INT64, None),
        ColumnKind::Number => (Physical::DOUBLE, None),
        ColumnKind::Truth => (Physical::BOOLEAN, None),
    };
    let field = Type::primitive_type_builder(column.name, physical);
    field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
}

fn properties(columns: &[Column], level: i32) -> Result<WriterProperties, ParquetError> {
    // A session is always read as a whole, so pages are as large as possible and have no index.
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_data_page_row_count_limit(1 << 24)
        .set_data_page_size_limit(1 << 26)
        .set_dictionary_page_size_limit(1 << 26)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(level)?))
        .set_created_by(concat!("launchgate ", env!("CARGO_PKG_VERSION")).to_owned());
    for column in columns {
        let path = || ColumnPath::from(column.name);
        let encoding = match column.kind {
            // Repeated values are stored as numbers of a dictionary.
            ColumnKind::Text | ColumnKind::Truth => continue,
            ColumnKind::Whole => Encoding::DELTA_BINARY_PACKED,
            // Bytes of equal significance are stored together, since the highest bytes of most values are equal.
            ColumnKind::Loose | ColumnKind::Number => Encoding::BYTE_STREAM_SPLIT,
        };
        if encoding == Encoding::BYTE_STREAM_SPLIT {
            // Queries do not filter by the values of this kind of column, so the column has no statistics.
            properties = properties.set_column_statistics_enabled(path(), EnabledStatistics::None);
        }
        properties = properties.set_column_dictionary_enabled(path(), false);
        properties = properties.set_column_encoding(path(), encoding);
    }
    Ok(properties.build())
}

/// Calls a function and returns `None` without a message if it panics. The reader of Parquet panics at some damaged files.
fn catch_panic<T>(work: impl FnOnce() -> T + UnwindSafe) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| panic::set_hook(silence_hook(panic::take_hook())));
    QUIET.set(true);
    let done = panic::catch_unwind(work);
    QUIET.set(false);
    done.ok()
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

thread_local! { static QUIET: Local<bool> = const { Local::new(false) } }

/// Wraps the panic hook so that panics inside of [`catch_panic`] are not printed.
fn silence_hook(hook: Hook) -> Hook {
    Box::new(move |about| {
        if !QUIET.get() {
            hook(about);
        }
    })
}

/// Rows that were read: the values of each column.
#[derive(Debug, Default)]
pub(super) struct ColumnTable {
    rows: usize,
    texts: BTreeMap<String, Vec<Option<Arc<str>>>>,
    wholes: BTreeMap<String, Vec<Option<i64>>>,
    numbers: BTreeMap<String, Vec<Option<f64>>>,
}

/// The number of bytes that a cell takes in memory without its text.
const CELL: usize = 32;

fn too_large(largest: usize) -> ParquetError {
    let megabytes = largest >> 20;
    ParquetError::General(format!("its rows take more than {megabytes} MB (gate.largest_input)"))
}

impl ColumnTable {
    /// Reads the columns in `wanted` from a file, and returns an error if the columns would take more than `largest` bytes in memory. A
    /// column that the file does not have is missing in every row.
    pub(super) fn read(bytes: Bytes, wanted: &[Column], largest: usize) -> Result<ColumnTable, ParquetError> {
        catch_panic(|| ColumnTable::read_whole(bytes, wanted, largest))
            .unwrap_or_else(|| Err(ParquetError::General("the reader of Parquet gave up".to_owned())))
    }

    fn read_whole(bytes: Bytes, wanted: &[Column], largest: usize) -> Result<ColumnTable, ParquetError> {
        let file = SerializedFileReader::new(bytes)?;
        let mut table = ColumnTable::default();
        let mut left = largest;
        for at in 0..file.num_row_groups() {
            let group = file.get_row_group(at)?;
            if !group.metadata().columns().iter().all(is_in_file) {
                return Err(ParquetError::General("a column before the beginning of the file".to_owned()));
            }
            let rows = group.metadata().num_rows();
            let rows = usize::try_from(rows)
                .map_err(|_| ParquetError::General("an impossible number of rows".to_owned()))?;
            // The size of the file does not limit the number of rows: a few hundred bytes can contain two million rows of the same value.
            let cells = rows.saturating_mul(wanted.len() * CELL);
            let texts = group.metadata().columns().iter().map(ColumnChunkMetaData::uncompressed_size);
            let texts = texts
                .fold(0, |sum: usize, size| sum.saturating_add(usize::try_from(size).unwrap_or(usize::MAX)));
            left = left.checked_sub(cells.saturating_add(texts)).ok_or_else(|| too_large(largest))?;
            for column in wanted {
                let fields = group.metadata().schema_descr().columns();
                let place = fields.iter().position(|field| field.path().string() == column.name);
                let reader = place.map(|place| group.get_column_reader(place)).transpose()?;
                table.read_column(column, reader, rows)?;
            }
            table.rows += rows;
        }
        Ok(table)
    }

    fn read_column(
        &mut self,
        column: &Column,
        reader: Option<ColumnReader>,
        rows: usize,
    ) -> Result<(), ParquetError> {
        let name = column.name.to_owned();
        match (column.kind, reader) {
            (ColumnKind::Truth, _) => {}
            (ColumnKind::Text, Some(ColumnReader::ByteArrayColumnReader(mut reader))) => {
                let into = self.texts.entry(name).or_default();
                let mut last: Option<(ByteArray, Arc<str>)> = None;
                for value in values(&mut reader, rows)? {
                    let Some(value) = value else {
                        into.push(None);
                        continue;
                    };
                    let known = last.as_ref().filter(|(bytes, _)| bytes.data() == value.data());
                    let text = match known {
                        Some((_, text)) => Arc::clone(text),
                        None => value.as_utf8()?.into(),
                    };
                    into.push(Some(Arc::clone(&text)));
                    last = Some((value, text));
                }
            }
            (ColumnKind::Whole | ColumnKind::Loose, Some(ColumnReader::Int64ColumnReader(mut reader))) => {
                self.wholes.entry(name).or_default().extend(values(&mut reader, rows)?);
            }
            (ColumnKind::Number, Some(ColumnReader::DoubleColumnReader(mut reader))) => {
                self.numbers.entry(name).or_default().extend(values(&mut reader, rows)?);
            }
            (_, Some(_)) => {
                return Err(ParquetError::General(format!("the column {name} is of another kind")));
            }
            (ColumnKind::Text, None) => self.texts.entry(name).or_default().resize(self.rows + rows, None),
            (ColumnKind::Whole | ColumnKind::Loose, None) => {
                self.wholes.entry(name).or_default().resize(self.rows + rows, None)
            }
            (ColumnKind::Number, None) => {
                self.numbers.entry(name).or_default().resize(self.rows + rows, None)
            }
        }
        Ok(())
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns a table that has only the given row.
    pub(super) fn single_row(&self, row: usize) -> ColumnTable {
        fn select_row<T: Clone>(
            all: &BTreeMap<String, Vec<Option<T>>>,
            row: usize,
        ) -> BTreeMap<String, Vec<Option<T>>> {
            let value = |values: &Vec<Option<T>>| vec![values.get(row).cloned().flatten()];
            all.iter().map(|(name, values)| (name.clone(), value(values))).collect()
        }
        let (texts, wholes) = (select_row(&self.texts, row), select_row(&self.wholes, row));
        ColumnTable { rows: 1, texts, wholes, numbers: select_row(&self.numbers, row) }
    }

    /// Returns the cells of a row in the given columns.
    pub(super) fn cells<'a>(&'a self, columns: &[Column], row: usize) -> Vec<NamedCell<'a>> {
        columns.iter().map(|column| (column.name, self.cell(column, row))).collect()
    }

    fn cell(&self, column: &Column, row: usize) -> Cell<'_> {
        match column.kind {
            ColumnKind::Text => Cell::from_text(self.text(column.name, row).map(|text| &**text)),
            ColumnKind::Whole | ColumnKind::Loose => {
                self.whole_number(column.name, row).map_or(Cell::None, Cell::Whole)
            }
            ColumnKind::Number => Cell::from_number(self.number(column.name, row)),
            ColumnKind::Truth => Cell::None,
        }
    }

    /// Returns the text of a row in a column that was read.
    pub(super) fn text(&self, column: &str, row: usize) -> Option<&Arc<str>> {
        self.texts.get(column)?.get(row)?.as_ref()
    }

    pub(super) fn whole_number(&self, column: &str, row: usize) -> Option<i64> {
        *self.wholes.get(column)?.get(row)?
    }

    pub(super) fn count(&self, column: &str, row: usize) -> Option<u64> {
        self.whole_number(column, row).and_then(|value| u64::try_from(value).ok())
    }

    pub(super) fn number(&self, column: &str, row: usize) -> Option<f64> {
        *self.numbers.get(column)?.get(row)?
    }
}

/// Reads the values of a column in a group of rows.
fn values<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut there, mut values) = (Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let (records, ..) = reader.read_records(rows - read, Some(&mut there), None, &mut values)?;
        if records == 0 {
            return Err(ParquetError::General("a column ends early".to_owned()));
        }
        read += records;
    }
    let mut values = values.into_iter();
    // A required column has a value in every row, and therefore no definition levels.
    if there.is_empty() {
        return Ok(values.map(Some).collect());
    }
    Ok(there.iter().map(|level| if *level > 0 { values.next() } else { None }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: usize = gate_launches::LARGEST_INPUT as usize;

    #[test]
    fn a_panic_of_the_parquet_reader_prints_no_message() {
        static TOLD: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
        let tell = |about: &PanicHookInfo<'_>| TOLD.lock().expect("no panic").push(about.to_string());
        panic::set_hook(silence_hook(Box::new(tell)));
        let panics = |word: &'static str| move || -> () { panic!("{word}") };
        assert!((catch_panic(|| 1), catch_panic(panics("first"))) == (Some(1), None));
        panic::catch_unwind(panics("second")).expect_err("a panic");
        let told = TOLD.lock().expect("no panic").concat();
        assert!(!told.contains("first") && told.contains("second"), "others are told as ever: {told}");
    }

    const COLUMNS: &[Column] = &[
        Column { name: "name", kind: ColumnKind::Text, about: "" },
        Column { name: "count", kind: ColumnKind::Whole, about: "" },
        Column { name: "cost", kind: ColumnKind::Number, about: "" },
    ];

    fn sample() -> Vec<(Option<&'static str>, Option<i64>, Option<f64>)> {
        let names = [Some("-[Cart reload]"), None, Some(""), Some("Größe")];
        (0..10_000)
            .map(|row: usize| {
                let count = (!row.is_multiple_of(3)).then_some(row as i64 - 5);
                (names[row / 7 % 4], count, (!row.is_multiple_of(5)).then_some(row as f64 / 3.0))
            })
            .collect()
    }

    #[test]
    fn written_rows_of_a_table_are_read_back_unchanged() {
        let mut rows = Rows::new(COLUMNS);
        for (name, count, cost) in sample() {
            let count = count.map_or(Cell::None, Cell::Whole);
            rows.push(&[
                ("name", Cell::from_text(name)),
                ("count", count),
                ("cost", Cell::from_number(cost)),
            ]);
        }
        let bytes = rows.write(3).expect("written");
        let table = ColumnTable::read(bytes.into(), COLUMNS, LARGEST).expect("read");
        assert_eq!(table.rows(), 10_000);
        for (row, (name, count, cost)) in sample().into_iter().enumerate() {
            assert_eq!(table.text("name", row).map(|text| &**text), name);
            assert_eq!((table.whole_number("count", row), table.number("cost", row)), (count, cost));
        }
    }

    #[test]
    fn a_column_absent_from_a_file_has_no_values_and_a_damaged_file_is_an_error() {
        let mut rows = Rows::new(&COLUMNS[..1]);
        rows.push(&[("name", Cell::Text("a"))]);
        let bytes = rows.write(3).expect("written");
        let table = ColumnTable::read(bytes.clone().into(), COLUMNS, LARGEST).expect("read");
        assert_eq!((table.rows(), table.number("cost", 0)), (1, None));
        for cut in [0, 3, bytes.len() / 2, bytes.len() - 1] {
            assert!(
                ColumnTable::read(Bytes::copy_from_slice(&bytes[..cut]), COLUMNS, LARGEST).is_err(),
                "{cut}"
            );
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            let _ = ColumnTable::read(damaged.into(), COLUMNS, LARGEST);
        }
    }

    #[test]
    fn a_table_file_whose_rows_would_fill_the_memory_is_refused() {
        const COLUMNS: &[Column] = &[Column { name: "text", kind: ColumnKind::Text, about: "" }];
        let file = |count: usize| {
            let mut rows = Rows::new(COLUMNS);
            (0..count).for_each(|_| rows.push(&[("text", Cell::Text("A"))]));
            Bytes::from(rows.write(LEVEL).expect("written"))
        };
        let many = file(LARGEST / CELL + 1);
        assert!(many.len() < 10_000, "{}", many.len());
        let error = ColumnTable::read(many, COLUMNS, LARGEST).expect_err("too many rows").to_string();
        assert!(error.contains("its rows take more than 256 MB"), "{error}");
        assert_eq!(ColumnTable::read(file(1000), COLUMNS, LARGEST).expect("read").rows(), 1000);
    }
}
