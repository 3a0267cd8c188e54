//! attncheck_shim.rs: lets attncheck ask one Rust function.
//! Use: #[path = "attncheck_shim.rs"] mod attncheck_shim; fn main() { attncheck_shim::serve(mine::attention) }
//! Then attncheck starts that program. The protocol is in docs/formats.md.
use std::fs::File;
use std::io::{copy, sink, stdout, Read, Write};
use std::os::unix::io::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::exit;

pub type Attention = fn(&[Vec<f32>], &[Vec<f32>], &[Vec<f32>], bool) -> Vec<Vec<f32>>;

/// Answers problems until there are no more.
pub fn serve(attention: Attention) {
    // attncheck opened both, and nothing else in this program has them.
    let (mut problems, mut answers) = unsafe { (File::from_raw_fd(3), File::from_raw_fd(4)) };
    let hello = br#"{"dtypes": ["float32"]}"#;
    send(&mut answers, &[8 + hello.len() as u32, 1, 0], hello);
    loop {
        answer(attention, &mut problems, &mut answers);
    }
}

fn stop(reason: &str) -> ! {
    eprintln!("attncheck_shim: {reason}");
    exit(1)
}

fn read(problems: &mut File, count: usize) -> Vec<u32> {
    let mut bytes = vec![0; 4 * count];
    if problems.read_exact(&mut bytes).is_err() {
        exit(0) // attncheck is done
    }
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

fn read_rows(problems: &mut File, rows: usize, columns: usize) -> Vec<Vec<f32>> {
    let row = |bits: &[u32]| bits.iter().map(|&x| f32::from_bits(x)).collect();
    read(problems, rows * columns).chunks_exact(columns).map(row).collect()
}

fn send(answers: &mut File, head: &[u32], body: &[u8]) {
    let mut frame: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
    frame.extend_from_slice(body);
    let _ = stdout().flush();
    if answers.write_all(&frame).is_err() {
        stop("nobody reads descriptor 4")
    }
}

fn answer(attention: Attention, problems: &mut File, answers: &mut File) {
    let mut head = read(problems, 2);
    if head[1] != 2 || head[0] < 44 {
        stop("a frame that is no problem")
    }
    head.extend(read(problems, 10));
    let [length, start, tokens, head_dim, value_dim] = [0, 4, 7, 8, 9].map(|at| u64::from(head[at]));
    let size = (length + 4).saturating_sub(start);
    let is_whole = tokens != 0 && head_dim != 0 && value_dim != 0 && size % tokens == 0;
    if head[5] != 0 || start < 48 || !is_whole || size / tokens != 4 * (2 * head_dim + value_dim) {
        stop("a problem that is not of float32, or whose sizes disagree with its length")
    }
    let _ = copy(&mut problems.take(start - 48), &mut sink());
    let [query, key, value] = [8, 8, 9].map(|at| read_rows(problems, head[7] as usize, head[at] as usize));

    let result = catch_unwind(AssertUnwindSafe(|| {
        let output = attention(&query, &key, &value, head[6] != 0);
        let columns = output.first().map_or(0, Vec::len);
        assert!(output.iter().all(|row| row.len() == columns), "attention returned rows of different lengths");
        let body = output.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        (0, output.len(), columns, body)
    }));
    let (status, rows, columns, body): (u32, usize, usize, Vec<u8>) = result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let text: String = text.unwrap_or("a panic without a text").chars().take(1000).collect();
        (1, 0, 0, text.into_bytes())
    });
    let reply = [36 + body.len() as u32, 3, head[2], head[3], status, 0, rows as u32, columns as u32, 0, 0];
    send(answers, &reply, &body);
}
