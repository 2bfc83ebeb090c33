package org.gridtorrent.ccm.ui;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Labels of the fields that the audit log names as changed. */
public final class FieldLabels {
    private static final List<String> FORMS = List.of("field.", "metadata.", "account.");

    private FieldLabels() {}

    /**
     * Returns the labels that the forms have for the fields, in the reader's language.
     *
     * @param codes with commas between them
     */
    public static String of(Messages messages, String codes) {
        return Arrays.stream(codes.split(", ", -1))
                .map(code -> FORMS.stream().map(form -> form + code).filter(messages::has)
                        .findFirst().map(key -> messages.text(key)).orElse(code))
                .collect(Collectors.joining(", "));
    }
}
