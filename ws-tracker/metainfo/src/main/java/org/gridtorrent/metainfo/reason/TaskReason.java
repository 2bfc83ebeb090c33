package org.gridtorrent.metainfo.reason;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a task stands as it does.
 *
 * @param arguments as many as the code has besides causes; numbers in decimal digits, sizes in bytes
 * @param causes the reasons behind it, for codes that have some
 */
public record TaskReason(ReasonCode code, List<String> arguments, List<TaskReason> causes) {
    public static final int MAX_ARGUMENTS = 4;
    public static final int MAX_ARGUMENT_LENGTH = 4096;
    public static final int MAX_CAUSES = 12;
    /** Of reasons behind reasons. */
    public static final int MAX_DEPTH = 4;
    private static final String RECORD = "\u001e";
    private static final String FIELD = "\u001f";

    /** What is too much is left out, and what is missing is empty: reasons come from other programs too. */
    public TaskReason(ReasonCode code, @Nullable List<String> arguments,
            @Nullable List<TaskReason> causes) {
        this.code = code;
        this.arguments = Stream
                .concat(arguments == null ? Stream.of() : arguments.stream().map(TaskReason::plain),
                        Stream.generate(() -> ""))
                .limit(code.texts()).toList();
        this.causes = causes == null || !code.hasCauses()
                ? List.of()
                : causes.stream().limit(MAX_CAUSES).toList();
    }

    /** Without characters that XML 1.0 cannot carry (its 2.2), or that separate what is stored. */
    private static String plain(String text) {
        String cut = text.length() <= MAX_ARGUMENT_LENGTH
                ? text
                : text.substring(0, MAX_ARGUMENT_LENGTH);
        return cut.codePoints().map(c -> Character.isISOControl(c) || c == 0xfffe || c == 0xffff
                || Character.getType(c) == Character.SURROGATE ? 0xfffd : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint,
                        StringBuilder::append)
                .toString();
    }

    /** The arguments in the order of the code's; those that are reasons are its causes. */
    public static TaskReason of(ReasonCode code, Object... arguments) {
        List<String> texts = Arrays.stream(arguments)
                .filter(argument -> !(argument instanceof TaskReason)).map(String::valueOf)
                .toList();
        if (texts.size() != code.texts()) {
            throw new IllegalArgumentException(code + " has other arguments than " + texts);
        }
        return new TaskReason(code, texts,
                Arrays.stream(arguments).filter(TaskReason.class::isInstance)
                        .map(TaskReason.class::cast).toList());
    }

    /** Words that no code stands for. */
    public static TaskReason sentence(String words) {
        return of(ReasonCode.SENTENCE, words);
    }

    /** By the code's name; empty when this program is older than the code. */
    public static Optional<TaskReason> named(String code, List<String> arguments,
            List<TaskReason> causes) {
        return Arrays.stream(ReasonCode.values()).filter(known -> known.name().equals(code))
                .findFirst().map(known -> new TaskReason(known, arguments, causes));
    }

    /** In one language; a sentence, or a part of one. */
    public String describe(ReasonLanguage language) {
        boolean isOne = code.texts() > 0 && code.arguments().getFirst() == ReasonCode.Argument.COUNT
                && arguments.getFirst().equals("1");
        String pattern = language.pattern(code, isOne);
        var words = new StringBuilder(pattern.length() + 32);
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean isPlace = c == '{' && i + 2 < pattern.length()
                    && Character.isDigit(pattern.charAt(i + 1)) && pattern.charAt(i + 2) == '}';
            if (isPlace) {
                words.append(describe(pattern.charAt(i + 1) - '0', language));
                i += 2;
            } else {
                words.append(c);
            }
        }
        return words.toString();
    }

    private String describe(int place, ReasonLanguage language) {
        return switch (code.arguments().get(place)) {
            case TEXT -> arguments.get(place);
            case REFUSAL -> language.refusal(arguments.get(place));
            case BYTES -> number(place).map(language::bytes).orElse(arguments.get(place));
            case COUNT -> number(place).map(language::count).orElse(arguments.get(place));
            case CAUSES -> causes.stream().map(cause -> cause.describe(language))
                    .collect(Collectors.joining("; "));
        };
    }

    private Optional<Long> number(int place) {
        try {
            return Optional.of(Long.parseLong(arguments.get(place)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** As it is stored: depth, code and arguments of this reason and of those behind it, one after the other. */
    public String encoded() {
        var all = new StringBuilder();
        encode(all, 0);
        return all.toString();
    }

    private void encode(StringBuilder all, int depth) {
        all.append(RECORD).append(depth).append(FIELD).append(code.name());
        arguments.forEach(argument -> all.append(FIELD).append(argument));
        if (depth < MAX_DEPTH) {
            causes.forEach(cause -> cause.encode(all, depth + 1));
        }
    }

    /** From what was stored, even if it was cut; words of before reason codes are a sentence. Empty for nothing. */
    public static Optional<TaskReason> decoded(String stored) {
        if (!stored.startsWith(RECORD)) {
            return stored.isBlank() ? Optional.empty() : Optional.of(sentence(stored));
        }
        List<String> records = List.of(stored.substring(1).split(RECORD, -1));
        return decoded(records, 0).stream().findFirst();
    }

    /** Those of the depth, up to the first record above it. */
    private static List<TaskReason> decoded(List<String> records, int depth) {
        List<TaskReason> found = new ArrayList<>();
        for (int i = 0; i < records.size() && depth(records.get(i)) >= depth; i++) {
            if (depth(records.get(i)) == depth) {
                List<String> fields = List.of(records.get(i).split(FIELD, -1));
                List<String> arguments = fields.stream().skip(2).toList();
                String code = fields.size() < 2 ? "" : fields.get(1);
                found.add(named(code, arguments,
                        decoded(records.subList(i + 1, records.size()), depth + 1))
                        .orElseGet(() -> sentence(
                                String.join(" ", fields.subList(1, fields.size())))));
            }
        }
        return found;
    }

    private static int depth(String record) {
        return record.isEmpty() ? -1 : record.charAt(0) - '0';
    }
}
