package org.gridtorrent.ccm.ui;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** The pages' templates, compiled with the program. Safe for use by several threads. */
public final class Templates {
    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html,
            Templates.class.getClassLoader(), "org.gridtorrent.ccm.template");

    /** Renders {@code NAME.jte}; whatever it shows is escaped for where it stands. */
    public String render(String name, Map<String, Object> parameters) {
        StringOutput output = new StringOutput(16 * 1024);
        engine.render(name + ".jte", parameters, output);
        return output.toString();
    }
}
