/** Attention in plain Java. */
public class Mine {
    public static float[][] attention(float[][] query, float[][] key, float[][] value, boolean causal) {
        float scale = (float) (1 / Math.sqrt(query[0].length));
        float[][] output = new float[query.length][value[0].length];
        for (int i = 0; i < query.length; i++) {
            int visible = causal ? i + 1 : key.length;
            float[] weights = new float[visible];
            float largest = Float.NEGATIVE_INFINITY;
            for (int j = 0; j < visible; j++) {
                for (int d = 0; d < key[j].length; d++) weights[j] += query[i][d] * key[j][d];
                weights[j] *= scale;
                largest = Math.max(largest, weights[j]);
            }
            float total = 0;
            for (int j = 0; j < visible; j++) total += weights[j] = (float) Math.exp(weights[j] - largest);
            for (int j = 0; j < visible; j++)
                for (int c = 0; c < value[j].length; c++) output[i][c] += weights[j] / total * value[j][c];
        }
        return output;
    }
}
