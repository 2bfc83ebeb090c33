package org.gridtorrent.catalog.metadata;

import java.util.List;
import java.util.function.Function;
import org.gridtorrent.catalog.account.Orcid;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;

/** The bounds of what a content may say about itself. */
public final class MetadataRules {
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
    public static Metadata checked(Metadata given) {
        given.year().ifPresent(year -> {
            if (year < FIRST_YEAR || year > LAST_YEAR) {
                throw CatalogException.invalid(Refused.YEAR, FIRST_YEAR);
            }
        });
        return new Metadata(given.subject(),
                all(Refused.KEYWORDS_TOO_MANY, given.keywords(), MOST_LINES,
                        word -> TextRules.required(Field.KEYWORD, word, KEYWORD_LONGEST))
                        .stream().distinct().toList(),
                all(Refused.CREATORS_TOO_MANY, given.creators(), MOST_CREATORS,
                        MetadataRules::checked),
                checked(given.licence()), given.year(),
                all(Refused.RELATED_TOO_MANY, given.related(), MOST_LINES,
                        one -> TextRules.required(Field.RELATED, one, RELATED_LONGEST))
                        .stream().distinct().toList());
    }

    private static <T> List<T> all(Refused tooMany, List<T> given, int most, Function<T, T> check) {
        if (given.size() > most) {
            throw CatalogException.invalid(tooMany, most);
        }
        return given.stream().map(check).toList();
    }

    private static Creator checked(Creator given) {
        String orcid = Orcid.bare(given.orcid());
        if (!orcid.isEmpty() && !Orcid.isValid(orcid)) {
            throw CatalogException.invalid(Refused.ORCID_OF_CREATOR,
                    TextRules.optional(Field.ORCID, orcid, NAME_LONGEST));
        }
        String affiliation = given.affiliation().isBlank()
                ? ""
                : TextRules.required(Field.CREATOR_AFFILIATION, given.affiliation(), NAME_LONGEST);
        return new Creator(TextRules.required(Field.CREATOR_NAME, given.name(), NAME_LONGEST),
                orcid,
                affiliation);
    }

    private static Licence checked(Licence given) {
        var licence = new Licence(
                TextRules.optional(Field.LICENCE_ADDRESS, given.code(), LICENCE_LONGEST));
        if (!licence.isAcceptable()) {
            throw CatalogException.invalid(Refused.LICENCE);
        }
        return licence;
    }
}
