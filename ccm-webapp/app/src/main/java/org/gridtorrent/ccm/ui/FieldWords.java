package org.gridtorrent.ccm.ui;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Words for the fields that the audit log says were changed, as the forms name them. */
public final class FieldWords {
    private static final Map<String, String> KEYS = Map.of("title", "field.title", "description",
            "field.description", "subject", "metadata.subject", "keywords", "metadata.keywords",
            "creators", "metadata.creators", "licence", "metadata.licence", "year",
            "metadata.year", "related", "metadata.related", "mail", "account.mail");

    private FieldWords() {}

    /**
     * What stands in the entry, in the reader's language.
     *
     * @param codes with commas between them
     */
    public static String of(Messages messages, String codes) {
        return Arrays.stream(codes.split(", ", -1))
                .map(code -> Optional.ofNullable(KEYS.get(code)).map(key -> messages.text(key))
                        .orElse(code))
                .collect(Collectors.joining(", "));
    }
}
