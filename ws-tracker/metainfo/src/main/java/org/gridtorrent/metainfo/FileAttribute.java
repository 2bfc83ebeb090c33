package org.gridtorrent.metainfo;

import java.util.EnumSet;
import java.util.Set;

/** File attribute (BEP 47). Symbolic links, attribute {@code l}, are rejected by the parser. */
public enum FileAttribute {
    /** Zeros that align the next file with a piece; not a file. */
    PADDING('p'),
    EXECUTABLE('x'),
    HIDDEN('h');

    private final char letter;

    FileAttribute(char letter) {
        this.letter = letter;
    }

    /** Parses the letters of {@code attr}; unknown ones are ignored. */
    static Set<FileAttribute> of(String letters) {
        Set<FileAttribute> attributes = EnumSet.noneOf(FileAttribute.class);
        for (FileAttribute attribute : values()) {
            if (letters.indexOf(attribute.letter) >= 0) {
                attributes.add(attribute);
            }
        }
        return attributes;
    }
}
