package org.gridtorrent.ccm.ui;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a person typed, and what is wrong with it: shown again with each error at its field.
 * Belongs to one request.
 */
public final class Form {
    private final Map<String, List<String>> values;
    private final Map<String, String> errors = new LinkedHashMap<>();

    public Form(Map<String, List<String>> values) {
        this.values = Map.copyOf(values);
    }

    public static Form empty() {
        return new Form(Map.of());
    }

    /** A form that begins with some fields filled in. */
    public static Form filled(Map<String, String> initial) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        initial.forEach((name, value) -> values.put(name, List.of(value)));
        return new Form(values);
    }

    /** What was typed in the field, without blanks around it; empty when nothing was. */
    public String value(String field) {
        return raw(field).strip();
    }

    /** As typed: for passwords. */
    public String raw(String field) {
        List<String> all = values.getOrDefault(field, List.of());
        return all.isEmpty() ? "" : all.getFirst();
    }

    public List<String> all(String field) {
        return values.getOrDefault(field, List.of()).stream().map(String::strip)
                .filter(value -> !value.isEmpty()).distinct().toList();
    }

    /** Every field with all that was typed in it, to be sent again. */
    public Map<String, List<String>> fields() {
        return values;
    }

    /** A count of up to three digits; 0 when nothing was typed, and -1 for something else. */
    public int count(String field) {
        String text = value(field);
        return text.isEmpty() ? 0 : text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
    }

    public boolean has(String field, String value) {
        return values.getOrDefault(field, List.of()).contains(value);
    }

    /** The first error of a field stands; later ones would only repeat it. */
    public void error(String field, String message) {
        errors.putIfAbsent(field, message);
    }

    public void check(String field, Predicate<String> rule, String message) {
        if (!rule.test(value(field))) {
            error(field, message);
        }
    }

    public Optional<String> error(String field) {
        return Optional.ofNullable(errors.get(field));
    }

    public Map<String, String> errors() {
        return errors;
    }

    public boolean ok() {
        return errors.isEmpty();
    }
}
