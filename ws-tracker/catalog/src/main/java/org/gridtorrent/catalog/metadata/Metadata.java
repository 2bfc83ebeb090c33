package org.gridtorrent.catalog.metadata;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Metadata of a data set beside its title and description. What is not stated is empty.
 *
 * @param creators in the order in which they are cited
 * @param year of publication, where it is not the one in which it was published here
 * @param related DOIs, addresses or words that lead to articles and other data
 */
public record Metadata(Optional<Subject> subject, List<String> keywords, List<Creator> creators,
        Licence licence, OptionalInt year, List<String> related) {
    public static final Metadata NONE = new Metadata(Optional.empty(), List.of(), List.of(),
            Licence.NONE, OptionalInt.empty(), List.of());

    public Metadata {
        keywords = List.copyOf(keywords);
        creators = List.copyOf(creators);
        related = List.copyOf(related);
    }

    public Metadata by(List<Creator> others) {
        return new Metadata(subject, keywords, others, licence, year, related);
    }
}
