package org.gridtorrent.ccm.dataset;

import static java.util.Objects.requireNonNullElse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a data set as JSON. In a request, what is left out stays as it is; an empty text or list,
 * and a year of 0, remove what was stated.
 */
public record MetadataJson(@Nullable String subject, @Nullable List<String> keywords,
        @Nullable List<NewCreator> creators, @Nullable String licence,
        @Nullable Integer year, @Nullable List<String> related) {
    public static final MetadataJson NOTHING = new MetadataJson(null, null, null, null, null, null);

    /** Who made the data; only the name is needed. */
    public record NewCreator(@Nullable String name, @Nullable String orcid,
            @Nullable String affiliation) {
        private Creator creator() {
            return new Creator(requireNonNullElse(name, ""), requireNonNullElse(orcid, ""),
                    requireNonNullElse(affiliation, ""));
        }
    }

    /** Puts the metadata into an answer. */
    static void put(Map<String, @Nullable Object> json, Metadata metadata) {
        json.put("subject", metadata.subject().map(Subject::code).orElse(""));
        json.put("keywords", metadata.keywords());
        json.put("creators", metadata.creators().stream().map(MetadataJson::creator).toList());
        json.put("licence", metadata.licence().code());
        json.put("year", metadata.year().orElse(0));
        json.put("related", metadata.related());
    }

    private static Map<String, ?> creator(Creator creator) {
        return Map.of("name", creator.name(), "orcid", creator.orcid(), "affiliation",
                creator.affiliation());
    }

    /** This where it states something, else what there was. */
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
            throw Refusal.badRequest("There is no subject \"" + LogText.one(code) + "\".");
        }
        return subject;
    }
}
