package org.gridtorrent.catalog;

import java.util.List;
import java.util.function.Function;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;

/** The bounds of what a content may say about itself. */
final class MetadataRules {
    private static final int MOST_CREATORS = 100;
    private static final int MOST_LINES = 50;
    private static final int NAME_LONGEST = 200;
    private static final int KEYWORD_LONGEST = 100;
    private static final int RELATED_LONGEST = 500;
    private static final int LICENCE_LONGEST = 500;
    private static final int FIRST_YEAR = 1000;
    private static final int LAST_YEAR = 2999;

    private MetadataRules() {}

    /** The same with blanks around removed, or INVALID with the field's name in it. */
    static Metadata checked(Metadata given) {
        given.year().ifPresent(year -> {
            if (year < FIRST_YEAR || year > LAST_YEAR) {
                throw CatalogException.invalid("The year of publication has four digits, from "
                        + FIRST_YEAR + " on.");
            }
        });
        return new Metadata(given.subject(),
                all("keywords", given.keywords(), MOST_LINES,
                        word -> Texts.required("A keyword", word, KEYWORD_LONGEST))
                        .stream().distinct().toList(),
                all("creators", given.creators(), MOST_CREATORS, MetadataRules::checked),
                checked(given.licence()), given.year(),
                all("related identifiers", given.related(), MOST_LINES,
                        one -> Texts.required("A related identifier", one, RELATED_LONGEST))
                        .stream().distinct().toList());
    }

    private static <T> List<T> all(String what, List<T> given, int most, Function<T, T> check) {
        if (given.size() > most) {
            throw CatalogException.invalid("At most " + most + " " + what + " can be named.");
        }
        return given.stream().map(check).toList();
    }

    private static Creator checked(Creator given) {
        String orcid = given.orcid().strip();
        if (!orcid.isEmpty() && !Creator.isOrcid(orcid)) {
            throw CatalogException.invalid("\"" + Texts.optional("An ORCID iD", orcid, NAME_LONGEST)
                    + "\" is no ORCID iD: it has sixteen digits, such as 0000-0002-1825-0097.");
        }
        String affiliation = given.affiliation().isBlank()
                ? ""
                : Texts.required("A creator's affiliation", given.affiliation(), NAME_LONGEST);
        return new Creator(Texts.required("A creator's name", given.name(), NAME_LONGEST), orcid,
                affiliation);
    }

    private static Licence checked(Licence given) {
        var licence = new Licence(
                Texts.optional("The licence's address", given.code(), LICENCE_LONGEST));
        if (!licence.isAcceptable()) {
            throw CatalogException.invalid("The licence is one of the list, or the address of"
                    + " another, which begins with https://.");
        }
        return licence;
    }
}
