package org.gridtorrent.ccm.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Theme;

/**
 * The cookies: the browser's token, over HTTPS bound to this very host, for a few minutes the code of
 * a one-time link, and for a year the colours and the language that were chosen, and that the browser
 * has logged in.
 */
public final class Cookies {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]{20,100}");
    private static final Pattern WORD = Pattern.compile("[a-z]{1,10}");
    private static final String THEME = "gridtorrent-theme";
    private static final String LANGUAGE = "gridtorrent-language";
    private static final String KNOWN = "gridtorrent-known";
    private static final String CODE = "gridtorrent-code";
    private final String name;
    private final String secure;
    private final String root;
    private final String path;

    /**
     * @param https whether the browser is to send them over HTTPS alone
     * @param root the path below which the site's pages lie; empty, or with a slash in front and none at its end
     */
    public Cookies(boolean https, String root) {
        // A cookie called __Host- has to have the path / (RFC 6265bis).
        String bound = root.isEmpty() ? "__Host-gridtorrent" : "__Secure-gridtorrent";
        name = https ? bound : "gridtorrent";
        secure = https ? "; Secure" : "";
        this.root = root;
        path = "; Path=" + (root.isEmpty() ? "/" : root);
    }

    Optional<String> token(HttpServletRequest request) {
        return read(request, name, PLAIN);
    }

    void set(HttpServletResponse response, String token) {
        response.addHeader("Set-Cookie", name + "=" + token + path + "; HttpOnly; SameSite=Lax"
                + "; Max-Age=" + Visitors.LIFETIME.toSeconds() + secure);
    }

    Optional<String> code(HttpServletRequest request) {
        return read(request, CODE, PLAIN);
    }

    /** Lax: browsers hold a strict one back from whoever comes by a link in a mail that a web page shows. */
    void setCode(HttpServletResponse response, String code) {
        boolean kept = PLAIN.matcher(code).matches();
        response.addHeader("Set-Cookie", CODE + "=" + (kept ? code : "") + "; Path=" + root
                + "/setup; HttpOnly; SameSite=Lax; Max-Age=" + (kept ? 600 : 0) + secure);
    }

    /** The cookie that {@link KnownBrowsers} gave this browser. */
    Optional<String> known(HttpServletRequest request) {
        return read(request, KNOWN, PLAIN);
    }

    void setKnown(HttpServletResponse response, String known) {
        keep(response, KNOWN, known);
    }

    Theme theme(HttpServletRequest request) {
        return read(request, THEME, WORD).flatMap(Theme::of).orElse(Theme.SYSTEM);
    }

    void setTheme(HttpServletResponse response, Theme theme) {
        keep(response, THEME, theme.code());
    }

    /** The one that was chosen, else what the browser asks for. */
    Language language(HttpServletRequest request) {
        return read(request, LANGUAGE, WORD).flatMap(Language::of)
                .orElseGet(() -> request.getHeader("Accept-Language") == null
                        ? Language.ENGLISH
                        : Language.firstOf(Collections.list(request.getLocales())));
    }

    void setLanguage(HttpServletResponse response, Language language) {
        keep(response, LANGUAGE, language.code());
    }

    /** For a year. */
    private void keep(HttpServletResponse response, String cookie, String word) {
        response.addHeader("Set-Cookie", cookie + "=" + word + path + "; HttpOnly"
                + "; SameSite=Lax; Max-Age=" + Duration.ofDays(365).toSeconds() + secure);
    }

    private static Optional<String> read(HttpServletRequest request, String wanted,
            Pattern allowed) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        for (Cookie cookie : cookies) {
            String value = plain(cookie.getValue());
            if (cookie.getName().equals(wanted) && allowed.matcher(value).matches()) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /** Some programs put quotes around it, which Jetty takes off and Tomcat does not. */
    private static String plain(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
