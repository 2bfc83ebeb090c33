package org.gridtorrent.ccm.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.account.Orcid;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** Metadata of a data set, as a form has it: creators and identifiers one a line. */
public final class MetadataForm {
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_DESCRIPTION = 4000;
    private static final String OTHER_LICENCE = "other";

    /** Fields that the review before publishing shows as they were entered. */
    public static final List<String> REVIEWED = List.of("keywords", "licence", "year", "related");

    private final Messages messages;

    public MetadataForm(Messages messages) {
        this.messages = messages;
    }

    /** What the fields hold; what is wrong in them is said there. */
    public Metadata read(Form form) {
        form.check("title", title -> !title.isEmpty(), messages.text("publish.title.wrong"));
        checkLength(form);
        form.check("description", text -> text.length() <= LONGEST_DESCRIPTION,
                messages.text("publish.description.wrong"));
        checkByCatalog(form, "title", Contents::title);
        checkByCatalog(form, "description", Contents::description);
        return new Metadata(Subject.of(form.value("subject")),
                split(form.value("keywords"), "[,;\\n]"), creators(form), licence(form),
                year(form), split(form.value("related"), "\\n"));
    }

    /** Of the title, which may be empty as long as it is a draft. */
    public void checkLength(Form form) {
        form.check("title", title -> title.codePointCount(0, title.length()) <= LONGEST_TITLE,
                messages.text("publish.title.wrong"));
    }

    /** What else the catalog refuses: said before the review, not after it. */
    private void checkByCatalog(Form form, String field, Consumer<String> rule) {
        try {
            rule.accept(form.value(field));
        } catch (CatalogException refused) {
            form.error(field, messages.text(refused));
        }
    }

    private List<Creator> creators(Form form) {
        List<Creator> creators = new ArrayList<>();
        for (String line : split(form.value("creators"), "\\n")) {
            creator(line).ifPresentOrElse(creators::add, () -> form.error("creators",
                    messages.text("metadata.creators.several", line)));
        }
        creators.stream().map(Creator::orcid)
                .filter(orcid -> !orcid.isEmpty() && !Orcid.isValid(orcid)).findFirst()
                .ifPresent(wrong -> form.error("creators",
                        messages.text("metadata.creators.orcid", wrong)));
        return creators;
    }

    /**
     * A name; an ORCID iD; an affiliation. The iD may stand right behind the name, or last. Empty for
     * what may be several names: people put semicolons between them.
     */
    private static Optional<Creator> creator(String line) {
        List<String> parts = parts(line);
        if (parts.size() == 3 && isMeantAsOrcid(parts.getLast())) {
            Collections.swap(parts, 1, 2);
        }
        String orcid = parts.size() > 1 ? Orcid.bare(parts.get(1)) : "";
        return orcid.isEmpty() || isMeantAsOrcid(orcid)
                ? Optional.of(new Creator(parts.getFirst(), orcid,
                        String.join("; ", parts.subList(Math.min(2, parts.size()), parts.size()))))
                : Optional.empty();
    }

    private static List<String> parts(String line) {
        List<String> parts = Arrays.stream(line.split(";", -1)).map(String::strip)
                .collect(Collectors.toCollection(ArrayList::new));
        String name = parts.getFirst();
        int blank = name.lastIndexOf(' ');
        if (blank > 0 && isMeantAsOrcid(name.substring(blank + 1))) {
            parts.set(0, name.substring(0, blank).strip());
            parts.add(1, name.substring(blank + 1));
        }
        return parts;
    }

    private static boolean isMeantAsOrcid(String part) {
        return Orcid.bare(part).matches("[0-9xX-]{15,}");
    }

    private Licence licence(Form form) {
        boolean other = form.value("licence").equals(OTHER_LICENCE);
        var licence = new Licence(form.value(other ? "licenceUrl" : "licence"));
        if (!licence.isAcceptable() || (other && !licence.isStated())) {
            form.error("licenceUrl", messages.text("metadata.licence.wrong"));
        }
        return licence;
    }

    private OptionalInt year(Form form) {
        String year = form.value("year");
        if (year.matches("[1-2][0-9]{3}")) {
            return OptionalInt.of(Integer.parseInt(year));
        }
        if (!year.isEmpty()) {
            form.error("year", messages.text("metadata.year.wrong"));
        }
        return OptionalInt.empty();
    }

    /** The fields as they are when somebody begins to change them. */
    public static Form shown(String title, String description, Metadata metadata) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("title", title);
        fields.put("description", description);
        fields.put("subject", metadata.subject().map(Subject::code).orElse(""));
        fields.put("keywords", String.join(", ", metadata.keywords()));
        fields.put("creators", metadata.creators().stream().map(MetadataForm::line)
                .collect(Collectors.joining("\n")));
        boolean other = metadata.licence().isStated() && !metadata.licence().isKnown();
        fields.put("licence", other ? OTHER_LICENCE : metadata.licence().code());
        fields.put("licenceUrl", other ? metadata.licence().code() : "");
        metadata.year().ifPresent(year -> fields.put("year", Integer.toString(year)));
        fields.put("related", String.join("\n", metadata.related()));
        return Form.filled(fields);
    }

    private static String line(Creator creator) {
        return String.join("; ", creator.name(), creator.orcid(), creator.affiliation())
                .replaceFirst("[; ]+$", "");
    }

    private static List<String> split(String text, String separator) {
        return Arrays.stream(text.split(separator)).map(String::strip)
                .filter(part -> !part.isEmpty()).toList();
    }
}
