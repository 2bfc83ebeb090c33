package org.gridtorrent.ccm.ui;

import java.lang.ScopedValue.CallableOp;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A language of the pages. While a visit is answered, that of its person is spoken; elsewhere, as
 * to programs, English is.
 */
public enum Language {
    ENGLISH(Locale.ENGLISH, "English", "d MMMM yyyy"), //
    GERMAN(Locale.GERMAN, "Deutsch", "d. MMMM yyyy");

    private static final ScopedValue<Language> SPOKEN = ScopedValue.newInstance();

    private final Locale locale;
    private final String ownName;
    private final String datePattern;

    Language(Locale locale, String ownName, String datePattern) {
        this.locale = locale;
        this.ownName = ownName;
        this.datePattern = datePattern;
    }

    /** As on {@code <html>}, in forms and in the cookie. */
    public String code() {
        return locale.getLanguage();
    }

    /** In itself, so that whoever reads it finds it. */
    public String ownName() {
        return ownName;
    }

    Locale locale() {
        return locale;
    }

    String datePattern() {
        return datePattern;
    }

    public static Language spoken() {
        return SPOKEN.orElse(ENGLISH);
    }

    /** Does this with all words in this language. */
    public <T extends @Nullable Object, X extends Throwable> T speak(CallableOp<T, X> saying)
            throws X {
        return ScopedValue.where(SPOKEN, this).call(saying);
    }

    public static Optional<Language> of(String code) {
        return Arrays.stream(values()).filter(language -> language.code().equals(code))
                .findFirst();
    }

    /** The first of those that a browser asks for, in its order, which there is; English without. */
    public static Language firstOf(Collection<Locale> wished) {
        return wished.stream().flatMap(locale -> of(locale.getLanguage()).stream()).findFirst()
                .orElse(ENGLISH);
    }
}
