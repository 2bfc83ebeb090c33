package org.gridtorrent.ccm.ui;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What machines and the tracker say of tasks, found again among the messages. They say it in English, and
 * machines of several versions do, so that its sentences are told by their form: the English message of
 * each has places for names and numbers. Safe for use by several threads.
 */
final class ToldWords {
    /** What the catalog refuses is said of tasks too, and so are the words of machines' own systems. */
    private static final List<String> KINDS = List.of("told.", "refused.", "system.");
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    private final List<Told> all;

    ToldWords(ResourceBundle english) {
        all = english.keySet().stream()
                .filter(key -> KINDS.stream().anyMatch(key::startsWith))
                .map(key -> Told.of(key, english.getString(key)))
                .sorted(Comparator.comparingInt(Told::fixed).reversed()).toList();
    }

    /** Words that were said: which message they are, and what stands in its places. */
    record Found(String key, List<String> details) {}

    /** A message's form; fixed: how many letters of it are always the same. */
    private record Told(String key, Pattern form, int fixed) {

        static Told of(String key, String message) {
            String[] parts = PLACE.split(message, -1);
            String form = String.join("(.+)", Arrays.stream(parts).map(Pattern::quote).toList());
            return new Told(key, Pattern.compile(form), String.join("", parts).length());
        }

        Optional<Found> find(String sentence) {
            Matcher matcher = form.matcher(sentence);
            return matcher.matches()
                    ? Optional.of(new Found(key, details(matcher)))
                    : Optional.empty();
        }
    }

    /** The message of most words that this is; none of a sentence that is not known. */
    Optional<Found> find(String sentence) {
        return all.stream().flatMap(told -> told.find(sentence).stream()).findFirst();
    }

    private static List<String> details(MatchResult found) {
        return IntStream.rangeClosed(1, found.groupCount()).mapToObj(found::group).toList();
    }
}
