//! Attention in plain Rust.
pub fn attention(query: &[Vec<f32>], key: &[Vec<f32>], value: &[Vec<f32>], causal: bool) -> Vec<Vec<f32>> {
    let scale = 1.0 / (query[0].len() as f32).sqrt();
    let mut output = Vec::new();
    for (i, q) in query.iter().enumerate() {
        let visible = if causal { i + 1 } else { key.len() };
        let dot = |k: &Vec<f32>| q.iter().zip(k).map(|(a, b)| a * b).sum::<f32>();
        let logits: Vec<f32> = key[..visible].iter().map(|k| scale * dot(k)).collect();
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
        let total: f32 = weights.iter().sum();
        let mut row = vec![0.0; value[0].len()];
        for (weight, v) in weights.iter().zip(value) {
            for (sum, x) in row.iter_mut().zip(v) {
                *sum += weight / total * x;
            }
        }
        output.push(row);
    }
    output
}
