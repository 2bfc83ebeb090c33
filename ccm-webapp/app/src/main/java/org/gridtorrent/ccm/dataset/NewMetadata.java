package org.gridtorrent.ccm.dataset;

import static java.util.Objects.requireNonNullElse;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.ccm.http.Lines;
import org.gridtorrent.ccm.http.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * What a data set is to say about itself. What is left out stays as it is; an empty text or list, and a
 * year of 0, take away what was said.
 */
public record NewMetadata(@Nullable String subject, @Nullable List<String> keywords,
        @Nullable List<NewCreator> creators, @Nullable String licence,
        @Nullable Integer year, @Nullable List<String> related) {
    public static final NewMetadata NOTHING = new NewMetadata(null, null, null, null, null, null);

    /** Who made the data; only the name is needed. */
    public record NewCreator(@Nullable String name, @Nullable String orcid,
            @Nullable String affiliation) {
        private Creator creator() {
            return new Creator(requireNonNullElse(name, ""), requireNonNullElse(orcid, ""),
                    requireNonNullElse(affiliation, ""));
        }
    }

    /** This where it says something, else what there was. */
    public Metadata over(Metadata now) {
        return new Metadata(subject == null ? now.subject() : subject(subject),
                keywords == null ? now.keywords() : keywords,
                creators == null
                        ? now.creators()
                        : creators.stream().map(NewCreator::creator).toList(),
                licence == null ? now.licence() : new Licence(licence.strip()),
                year == null ? now.year() : year == 0 ? OptionalInt.empty() : OptionalInt.of(year),
                related == null ? now.related() : related);
    }

    private static Optional<Subject> subject(String code) {
        Optional<Subject> subject = Subject.of(code);
        if (subject.isEmpty() && !code.isEmpty()) {
            throw Refusal.badRequest("There is no subject \"" + Lines.one(code) + "\".");
        }
        return subject;
    }
}
