package org.gridtorrent.catalog.metadata;

import java.util.Locale;
import java.util.Optional;

/** The field of knowledge, as broad as in Dataverse's list. */
public enum Subject {
    AGRICULTURE, ARTS, ASTRONOMY, BUSINESS, CHEMISTRY, COMPUTING, EARTH, ENGINEERING, LAW, LIFE,
    MATHEMATICS, PHYSICS, SOCIAL, OTHER;

    /** As it stands in addresses and forms. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for what is none of the codes. */
    public static Optional<Subject> of(String code) {
        for (Subject subject : values()) {
            if (subject.code().equals(code)) {
                return Optional.of(subject);
            }
        }
        return Optional.empty();
    }
}
