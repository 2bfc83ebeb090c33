package org.gridtorrent.metainfo;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * Relative path that is safe to create below a folder on any supported system.
 *
 * <p>Unsafe paths are refused and never repaired: two repaired names could become one, and the user would
 * find a file that nobody published. Immutable.
 *
 * <p>Refused elements: empty, {@code .} and {@code ..}, those with {@code / \ :} or
 * {@code * ? " < > |}, controls (NUL among them) and bidi marks, names that Windows reserves
 * ({@code CON}, {@code nul.txt}), a dot or space at the end, U+FFFD (a name that was not UTF-8),
 * U+FFFE and U+FFFF (which XML cannot carry), more than 255 bytes. Refused paths: none or more than 100 elements, more than 4096 bytes.
 */
public final class SafePath implements Comparable<SafePath> {
    private static final int MAX_ELEMENT_LENGTH = 255;
    private static final int MAX_PATH_LENGTH = 4096;
    private static final int MAX_ELEMENTS = 100;
    private static final String FORBIDDEN = "/\\:*?\"<>|\ufffd";
    private static final Pattern RESERVED = Pattern.compile(
            "(con|prn|aux|nul|conin\\$|conout\\$|clock\\$|(com|lpt)[0-9¹²³])[ ]*(\\..*)?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Set<Integer> BIDI_MARKS = Set.of(0x061c, 0x200e, 0x200f, 0x202a, 0x202b,
            0x202c,
            0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069);

    private final List<String> elements;

    private SafePath(List<String> elements) {
        this.elements = elements;
    }

    /** Checks the elements, outermost folder first; {@link MetainfoException} names the refused one. */
    public static SafePath of(List<String> elements) throws MetainfoException {
        if (elements.isEmpty() || elements.size() > MAX_ELEMENTS) {
            throw new MetainfoException("a path has %d elements, allowed are 1 to %d"
                    .formatted(elements.size(), MAX_ELEMENTS));
        }
        int length = elements.size() - 1;
        for (String element : elements) {
            length += check(element);
        }
        if (length > MAX_PATH_LENGTH) {
            throw new MetainfoException(
                    "a path has %d bytes, allowed are %d".formatted(length, MAX_PATH_LENGTH));
        }
        return new SafePath(List.copyOf(elements));
    }

    /** Parses and checks elements separated by {@code /}. */
    public static SafePath parse(String path) throws MetainfoException {
        return of(List.of(path.split("/", -1)));
    }

    /** Refuses paths of files that could not be in one folder: doubled ones, and those through a file. */
    public static void requireDistinct(Collection<SafePath> files) throws MetainfoException {
        Set<String> seen = new HashSet<>();
        for (SafePath file : files) {
            if (!seen.add(file.folded())) {
                throw new MetainfoException(
                        "the path \"%s\" appears twice (case and composition do not count)"
                                .formatted(DisplayText.escape(file.toString())));
            }
        }
        for (SafePath file : files) {
            requireNoFileAbove(file, seen);
        }
    }

    private static void requireNoFileAbove(SafePath file, Set<String> foldedFiles)
            throws MetainfoException {
        String folded = file.folded();
        for (int slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1)) {
            if (foldedFiles.contains(folded.substring(0, slash))) {
                throw new MetainfoException("the path \"%s\" goes through a file"
                        .formatted(DisplayText.escape(file.toString())));
            }
        }
    }

    private static int check(String element) throws MetainfoException {
        if (element.isEmpty() || element.equals(".") || element.equals("..")) {
            throw refused(element, "it is not a name", ReasonCode.NAME_EMPTY);
        }
        if (element.endsWith(".") || element.endsWith(" ")) {
            throw refused(element, "it ends with a dot or a space", ReasonCode.NAME_END);
        }
        if (RESERVED.matcher(element).matches()) {
            throw refused(element, "Windows reserves it", ReasonCode.NAME_RESERVED);
        }
        for (int i = 0; i < element.length(); i += Character.charCount(element.codePointAt(i))) {
            checkCodePoint(element, element.codePointAt(i));
        }
        int length = element.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_ELEMENT_LENGTH) {
            throw refused(element,
                    "it has %d bytes, allowed are %d".formatted(length, MAX_ELEMENT_LENGTH),
                    ReasonCode.NAME_TOO_LONG, length, MAX_ELEMENT_LENGTH);
        }
        return length;
    }

    private static void checkCodePoint(String element, int c) throws MetainfoException {
        if (c == 0xfffd) {
            throw refused(element, "it is not UTF-8", ReasonCode.NAME_NOT_UTF8);
        }
        if (c == 0xfffe || c == 0xffff) {
            throw refused(element, "it contains a code that is no character",
                    ReasonCode.NAME_NONCHARACTER);
        }
        if (FORBIDDEN.indexOf(c) >= 0) {
            throw refused(element, "it contains \"" + Character.toString(c) + "\"",
                    ReasonCode.NAME_FORBIDDEN_CHARACTER, Character.toString(c));
        }
        int type = Character.getType(c);
        if (type == Character.CONTROL || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR) {
            throw refused(element, "it contains a control character",
                    ReasonCode.NAME_CONTROL_CHARACTER);
        }
        if (type == Character.SURROGATE) {
            throw refused(element, "it contains half a character",
                    ReasonCode.NAME_HALF_CHARACTER);
        }
        if (BIDI_MARKS.contains(c)) {
            throw refused(element, "it contains a mark that changes the direction of writing",
                    ReasonCode.NAME_DIRECTION_MARK);
        }
    }

    private static MetainfoException refused(String element, String why, ReasonCode code,
            Object... details) {
        String shown = DisplayText.escape(element);
        return new MetainfoException("the name \"%s\" is refused: %s".formatted(shown, why),
                TaskReason.of(code, Stream.concat(Stream.of(shown), Stream.of(details)).toArray()));
    }

    /** The elements, outermost folder first. */
    public List<String> elements() {
        return elements;
    }

    /** The last element. */
    public String name() {
        return elements.getLast();
    }

    /** This path below the directory. */
    public Path under(Path directory) {
        Path path = directory;
        for (String element : elements) {
            path = path.resolve(element);
        }
        return path;
    }

    /**
     * The path as file systems compare it that ignore case and Unicode composition: two paths with the
     * same folded form would be one file there.
     */
    public String folded() {
        String composed = Normalizer.normalize(toString(), Normalizer.Form.NFC);
        String folded = composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }

    /** Element by element, in the order of Unicode code units. */
    @Override
    public int compareTo(SafePath other) {
        int common = Math.min(elements.size(), other.elements.size());
        for (int i = 0; i < common; i++) {
            int order = elements.get(i).compareTo(other.elements.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(elements.size(), other.elements.size());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SafePath that && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return elements.hashCode();
    }

    /** The elements joined by {@code /}. */
    @Override
    public String toString() {
        return String.join("/", elements);
    }
}
