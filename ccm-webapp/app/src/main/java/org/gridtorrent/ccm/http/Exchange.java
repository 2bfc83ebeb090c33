package org.gridtorrent.ccm.http;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Theme;
import org.gridtorrent.ccm.ui.Viewer;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.identity.Origin;

/** A request for a page, and the browser it comes from. Belongs to one thread. */
public final class Exchange {
    private final HttpServletRequest request;
    private final Parameters parameters;
    private final Visitors visitors;
    private final Map<String, String> segments;
    private final Cookies cookies;
    private final Routes routes;
    private Visit visit;
    private Optional<String> keptCode = Optional.empty();
    private Optional<String> keptKnown = Optional.empty();
    private Optional<Theme> keptTheme = Optional.empty();
    private Optional<Language> keptLanguage = Optional.empty();
    private Optional<Duration> retryAfter = Optional.empty();

    Exchange(HttpServletRequest request, Parameters parameters, Visitors visitors,
            Cookies cookies, Routes routes, Map<String, String> segments, Visit visit) {
        this.request = request;
        this.parameters = parameters;
        this.visitors = visitors;
        this.cookies = cookies;
        this.routes = routes;
        this.segments = segments;
        this.visit = visit;
    }

    /** An identifier out of the address. One that cannot be any is as unknown as any other. */
    public String id() {
        String id = segments.getOrDefault("id", "");
        if (!Ids.isValid(id)) {
            throw Refusal.notFound();
        }
        return id;
    }

    public String segment(String name) {
        return segments.getOrDefault(name, "");
    }

    public Form form() {
        return new Form(parameters.all());
    }

    /** A parameter of the address or the form; empty when absent. */
    public String parameter(String name) {
        return parameters.first(name).strip();
    }

    /** The same with its blanks, as a file's name may have them. */
    public String exactly(String name) {
        return parameters.first(name);
    }

    /** A header of the request; empty when absent. */
    public String header(String name) {
        String value = request.getHeader(name);
        return value == null ? "" : value;
    }

    /** A number from 1 on in the address; 1 when it is absent or none. */
    public int page() {
        return page("page");
    }

    /** The same, of another parameter. */
    public int page(String name) {
        String text = parameter(name);
        return text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
    }

    /** Whom to count the request to, when what it asks for is slowed down. */
    public String origin() {
        return Origin.of(request.getRemoteAddr());
    }

    /** What the browser says it is; on one line. */
    String agent() {
        String agent = request.getHeader("User-Agent");
        return agent == null ? "" : LogText.one(agent);
    }

    /** Tells the browser when to come again. */
    public void retryAfter(Duration wait) {
        retryAfter = Optional.of(wait);
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** Who is logged in. Only for addresses that are not for everybody. */
    public Viewer viewer() {
        return visit.viewer().orElseThrow(() -> Refusal.of(401, ""));
    }

    public Optional<Viewer> knownViewer() {
        return visit.viewer();
    }

    /** Asks anew, at any time, whether whoever is logged in with this browser still is. */
    public BooleanSupplier stillLoggedIn() {
        String token = visit.token();
        return () -> visitors.of(token).viewer().isPresent();
    }

    /** The code of a one-time link that this browser came with; empty when there is none. */
    public String code() {
        return cookies.code(request).orElse("");
    }

    /** Remembers a one-time link's code for a few minutes; an empty one is forgotten. */
    public void keepCode(String code) {
        keptCode = Optional.of(code);
    }

    Optional<String> keptCode() {
        return keptCode;
    }

    /** The cookie of {@link KnownBrowsers} that this browser sent; empty without one. */
    public String known() {
        return cookies.known(request).orElse("");
    }

    /** Remembers that this browser has logged in. */
    void keepKnown(String cookie) {
        keptKnown = Optional.of(cookie);
    }

    Optional<String> keptKnown() {
        return keptKnown;
    }

    /** Remembers the colours that this browser is to have. */
    public void keepTheme(Theme theme) {
        keptTheme = Optional.of(theme);
    }

    Optional<Theme> keptTheme() {
        return keptTheme;
    }

    /** Remembers the language in which this browser is to be spoken to. */
    public void keepLanguage(Language language) {
        keptLanguage = Optional.of(language);
    }

    Optional<Language> keptLanguage() {
        return keptLanguage;
    }

    /**
     * The page of this site whose form was sent, or the one above it when it was itself a form's
     * answer; the start page when that cannot be told.
     */
    public String from() {
        return Referer.path(request).map(routes::shown).orElse("/");
    }

    Visit visit() {
        return visit;
    }

    /** From here on the browser has another token: after a login or a logout. */
    public void become(Visit other) {
        visit = other;
    }

    public String token() {
        return visit.token();
    }
}
