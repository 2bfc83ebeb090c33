package org.gridtorrent.catalog.search;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which entries have which words. A word that is looked for is found as a whole, as the beginning of a
 * longer one, and, from four letters on, within one: the less of it, the less it counts. How many entries
 * have it counts for nothing, since not all of them are for everybody to know of. Belongs to the index.
 */
final class TermIndex {
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    /** Symbols such as pictures are words too; punctuation and signs of arithmetic are none. */
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}\\p{So}]+");
    private static final int LONGEST = 60;
    private static final int SHORTEST_WITHIN = 4;
    /** From here on scripts are written without blanks, and a word is short. */
    private static final int FIRST_WITHOUT_BLANKS = 0x2e80;
    private static final float WHOLE = 1;
    private static final float BEGINNING = 0.5f;
    private static final float WITHIN = 0.2f;

    private final TreeMap<String, Postings> postings = new TreeMap<>();

    /** In which places a word is, and how much it weighs there; places only grow. */
    private static final class Postings {
        private int[] places = new int[4];
        private byte[] weights = new byte[4];
        private int count;

        void add(int place, int weight) {
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
                weights = Arrays.copyOf(weights, 2 * count);
            }
            places[count] = place;
            weights[count++] = (byte) weight;
        }

        /** Of several words that fit, the one that counts most is the entry's. */
        void score(float[] scores, float quality) {
            for (int i = 0; i < count; i++) {
                float score = quality * weights[i];
                if (score > scores[places[i]]) {
                    scores[places[i]] = score;
                }
            }
        }
    }

    void add(int place, Collection<IndexEntry.Text> texts) {
        Map<String, Integer> weights = new HashMap<>();
        for (IndexEntry.Text text : texts) {
            for (String word : of(text.words())) {
                weights.merge(word, text.weight(), Math::max);
            }
        }
        weights.forEach((word, weight) -> postings.computeIfAbsent(word, _ -> new Postings())
                .add(place, weight));
    }

    /** For each place above 0 when all words are there. */
    float[] scores(List<String> words, int places) {
        float[] sums = scores(words.getFirst(), places);
        for (String word : words.subList(1, words.size())) {
            float[] scores = scores(word, places);
            for (int i = 0; i < places; i++) {
                sums[i] = sums[i] > 0 && scores[i] > 0 ? sums[i] + scores[i] : 0;
            }
        }
        return sums;
    }

    private float[] scores(String word, int places) {
        var scores = new float[places];
        if (mayBeWithin(word)) {
            postings.forEach((known, where) -> {
                if (known.contains(word)) {
                    where.score(scores, quality(known, word));
                }
            });
        } else {
            postings.subMap(word, word + Character.MAX_VALUE)
                    .forEach((known, where) -> where.score(scores, quality(known, word)));
        }
        return scores;
    }

    private static boolean mayBeWithin(String word) {
        return word.length() >= SHORTEST_WITHIN || word.codePointAt(0) >= FIRST_WITHOUT_BLANKS;
    }

    private static float quality(String known, String word) {
        return known.length() == word.length()
                ? WHOLE
                : known.startsWith(word) ? BEGINNING : WITHIN;
    }

    /** The words of a text, without capitals and accents; ß is ss. */
    static List<String> of(String text) {
        String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
                .replaceAll("").toLowerCase(Locale.ROOT).replace("ß", "ss");
        return BETWEEN.splitAsStream(plain).filter(word -> !word.isEmpty())
                .map(word -> word.length() > LONGEST ? word.substring(0, LONGEST) : word).toList();
    }
}
