package org.gridtorrent.e2e.pages;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.CheckFailure;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;

/** A form as its page offers it, hidden fields included, to be filled in and sent. */
public final class Form {
    private final Page page;
    private final FormElement element;

    Form(Page page, FormElement element) {
        this.page = page;
        this.element = element;
    }

    /** Writes into a field, or picks a radio button or an option by its value. */
    public Form fill(String name, String value) {
        var fields = element.select("[name=" + name + "]");
        if (fields.isEmpty()) {
            throw new CheckFailure(
                    "the form for %s at %s has no field %s".formatted(element.attr("action"),
                            page.address(), name));
        }
        for (var field : fields) {
            fill(field, value);
        }
        return this;
    }

    /** Picks the option of a list, or ticks the box, that reads {@code words}. */
    public Form choose(String name, String words) {
        return fill(name, valueOf(name, words));
    }

    private String valueOf(String name, String words) {
        for (var option : element.select("select[name=" + name + "] option")) {
            if (option.text().contains(words)) {
                return option.hasAttr("value") ? option.attr("value") : option.text();
            }
        }
        for (var box : element.select("input[name=" + name + "]")) {
            var label = box.parent();
            if (label != null && label.text().contains(words)) {
                return box.attr("value");
            }
        }
        throw new CheckFailure("%s at %s offers no \"%s\"".formatted(name, page.address(), words));
    }

    private static void fill(Element field, String value) {
        switch (field.normalName()) {
            case "select" -> field.select("option").forEach(option -> option.attr("selected",
                    (option.hasAttr("value") ? option.attr("value") : option.text())
                            .equals(value)));
            case "textarea" -> field.text(value);
            default -> {
                if (List.of("radio", "checkbox").contains(field.attr("type"))) {
                    if (field.attr("value").equals(value)) {
                        field.attr("checked", true);
                    } else if (field.attr("type").equals("radio")) {
                        field.attr("checked", false);
                    }
                } else {
                    field.attr("value", value);
                }
            }
        }
    }

    URI target() {
        return page.address().resolve(element.attr("action"));
    }

    /** The fields as {@code application/x-www-form-urlencoded}. */
    String encoded() {
        return element.formData().stream()
                .map(field -> encode(field.key()) + "=" + encode(field.value()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
