package org.gridtorrent.ccm.publish;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.dataset.Drafts.Draft;
import org.gridtorrent.ccm.ui.Form;

/** The form of publishing as the catalog keeps it while it is filled in. */
final class PublishDrafts {
    /** Of the form, by which it is published once, and kept until then. */
    static final String KEY = "key";
    /** Fields that are not entered, or belong to one request. */
    private static final Set<String> LEFT_OUT = Set.of("csrf", "do", "find", KEY);
    /** Fields that have a value before the user enters anything. */
    private static final Set<String> PRESET = Set.of("device", "access", "subject", "licence",
            "alwaysOn", "nonPrivate");

    private final Drafts drafts;

    PublishDrafts(Drafts drafts) {
        this.drafts = drafts;
    }

    /** Keeps the form. Returns false when nothing has been entered, or nothing more can be kept. */
    boolean keep(String account, Form form) {
        return !form.value(KEY).isEmpty() && hasEntries(form)
                && drafts.keep(account, form.value(KEY), form.value("title"), encoded(form));
    }

    private static boolean hasEntries(Form form) {
        return form.fields().keySet().stream()
                .filter(name -> !LEFT_OUT.contains(name) && !PRESET.contains(name))
                .anyMatch(name -> !form.value(name).isEmpty());
    }

    /** With the key, to go on. */
    Optional<Form> find(String account, String key) {
        return drafts.find(account, key).map(text -> {
            Map<String, List<String>> fields = decoded(text);
            fields.put(KEY, List.of(key));
            return new Form(fields);
        });
    }

    List<Draft> of(String account) {
        return drafts.of(account);
    }

    private static String encoded(Form form) {
        var text = new StringJoiner("&");
        form.fields().forEach((name, values) -> {
            if (!LEFT_OUT.contains(name)) {
                values.forEach(value -> text.add(escaped(name) + "=" + escaped(value)));
            }
        });
        return text.toString();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Map<String, List<String>> decoded(String text) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int end = pair.indexOf('=');
            if (end > 0) {
                fields.computeIfAbsent(plain(pair.substring(0, end)), _ -> new ArrayList<>())
                        .add(plain(pair.substring(end + 1)));
            }
        }
        return fields;
    }

    private static String plain(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
