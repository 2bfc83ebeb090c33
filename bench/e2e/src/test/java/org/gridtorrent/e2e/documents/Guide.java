package org.gridtorrent.e2e.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A document as a sequence of code blocks under headings. */
public final class Guide {
    private static final Pattern HEADING_OR_BLOCK = Pattern.compile(
            "(?ms)^#+ (?<heading>[^\n]+)$|^ *```(?<language>[a-z]*)\n(?<text>.*?)^ *```$");

    private final List<Block> blocks;

    private Guide(List<Block> blocks) {
        this.blocks = List.copyOf(blocks);
    }

    /**
     * Code block.
     *
     * @param section the heading above it
     * @param language what stands behind the opening fence, or nothing
     */
    public record Block(String section, String language, String text) {}

    /** A document in {@code docs/}. */
    public static Guide read(String name) throws IOException {
        String text = Files.readString(Documents.root().resolve("docs").resolve(name));
        List<Block> blocks = new ArrayList<>();
        String section = "";
        for (Matcher found = HEADING_OR_BLOCK.matcher(text); found.find();) {
            if (found.group("heading") != null) {
                section = found.group("heading");
            } else {
                blocks.add(new Block(section, found.group("language"),
                        found.group("text").stripIndent()));
            }
        }
        return new Guide(blocks);
    }

    /** All blocks in a language, in the document's order. */
    public List<Block> blocks(String language) {
        return blocks.stream().filter(block -> block.language().equals(language)).toList();
    }

    /** A block of a section, counted from 0 among those in its language. */
    public Block block(String section, String language, int index) {
        List<Block> found = blocks(language).stream()
                .filter(block -> block.section().equals(section)).toList();
        if (index >= found.size()) {
            throw new IllegalArgumentException("section \"%s\" has %d blocks of \"%s\"".formatted(
                    section, found.size(), language));
        }
        return found.get(index);
    }
}
