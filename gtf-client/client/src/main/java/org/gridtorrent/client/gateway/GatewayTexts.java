package org.gridtorrent.client.gateway;

import com.sun.net.httpserver.HttpExchange;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * Words of the gateway's pages, in the one of their languages that a browser likes best. Thread-safe.
 *
 * @param language English if the browser asks for none of them
 * @param words from {@code gateway_LANGUAGE.properties}
 */
record GatewayTexts(Locale language, ResourceBundle words) {
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.GERMAN);

    static GatewayTexts of(HttpExchange exchange) {
        return of(Optional.ofNullable(
                exchange.getRequestHeaders().getFirst("Accept-Language")).orElse(""));
    }

    /** @param wanted as in the header Accept-Language */
    static GatewayTexts of(String wanted) {
        Locale language = best(wanted).orElse(Locale.ENGLISH);
        return new GatewayTexts(language, ResourceBundle
                .getBundle(GatewayTexts.class.getPackageName() + ".gateway", language));
    }

    private static Optional<Locale> best(String wanted) {
        try {
            return wanted.isBlank()
                    ? Optional.empty()
                    : Optional.ofNullable(
                            Locale.lookup(Locale.LanguageRange.parse(wanted), LANGUAGES));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The text of a key, with its arguments in it. */
    String text(String key, Object... arguments) {
        return new MessageFormat(words.getString(key), language).format(arguments);
    }

    /** The same for HTML. */
    String html(String key, Object... arguments) {
        return GatewayPages.escape(text(key, arguments));
    }
}
