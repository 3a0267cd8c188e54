// Attention composed of TensorFlow.js operations (matMul, where, softmax) on its CPU backend.
import * as tf from "@tensorflow/tfjs";

await tf.setBackend("cpu");

export function attention(query, key, value, causal) {
  return tf.tidy(() => {
    const tokens = query.length;
    let logits = tf.matMul(tf.tensor2d(query), tf.tensor2d(key), false, true).div(Math.sqrt(query[0].length));
    if (causal) {
      const seen = tf.linalg.bandPart(tf.ones([tokens, tokens]), -1, 0).cast("bool");
      logits = tf.where(seen, logits, tf.fill([tokens, tokens], -Infinity));
    }
    return tf.matMul(tf.softmax(logits), tf.tensor2d(value)).arraySync();
  });
}
