package org.gridtorrent.catalog.refusal;

import java.util.Locale;

/** What somebody typed, as a refusal names it. */
public enum Field {
    TITLE("The title"),
    DESCRIPTION("The description"),
    FOLDER("The folder"),
    TOKEN_NAME("The token's name"),
    AFFILIATION("The affiliation"),
    FULL_NAME("The full name"),
    CHANGES("The text about the changes"),
    MAIL("The mail address"),
    KEYWORD("A keyword"),
    RELATED("A related identifier"),
    ORCID("An ORCID iD"),
    CREATOR_AFFILIATION("A creator's affiliation"),
    CREATOR_NAME("A creator's name"),
    LICENCE_ADDRESS("The licence's address"),
    UPLOAD_LIMIT("The upload limit"),
    DOWNLOAD_LIMIT("The download limit"),
    REASON("The reason"),
    CLIENT_VERSION("The client's version"),
    MACHINE_NAME("The machine's name"),
    OPENED_FOLDER("A folder"),
    REPLICA_URL("The replica's address");

    private final String english;

    Field(String english) {
        this.english = english;
    }

    public String english() {
        return english;
    }

    /** Of the message that says it in another language. */
    public String key() {
        return "refused.field." + name().toLowerCase(Locale.ROOT);
    }
}
