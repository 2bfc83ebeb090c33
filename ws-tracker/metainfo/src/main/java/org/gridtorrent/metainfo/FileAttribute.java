package org.gridtorrent.metainfo;

import java.util.EnumSet;
import java.util.Set;

/** What BEP 47 can say of a file, but for links, which are refused. */
public enum FileAttribute {
    /** Not a file: zeros that let the next one begin where a piece does. */
    PADDING('p'),
    EXECUTABLE('x'),
    HIDDEN('h');

    private final char letter;

    FileAttribute(char letter) {
        this.letter = letter;
    }

    /** Reads the letters of {@code attr}; those that BEP 47 does not have are passed over. */
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
