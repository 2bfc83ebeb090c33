package org.gridtorrent.ccm.account;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.ccm.ui.Messages;

/** What a browser says of itself, in words: each says it is some of the others, too. */
final class BrowserNames {
    /** In this order, for the same reason. */
    private static final List<Map.Entry<String, String>> NAMES = List.of(
            Map.entry("Edg", "Edge"), Map.entry("OPR/", "Opera"), Map.entry("Vivaldi/", "Vivaldi"),
            Map.entry("SamsungBrowser/", "Samsung Internet"), Map.entry("Firefox/", "Firefox"),
            Map.entry("FxiOS/", "Firefox"), Map.entry("CriOS/", "Chrome"),
            Map.entry("Chrome/", "Chrome"), Map.entry("Safari/", "Safari"));
    private static final List<Map.Entry<String, String>> SYSTEMS = List.of(
            Map.entry("Android", "Android"), Map.entry("iPhone", "iPhone"),
            Map.entry("iPad", "iPad"), Map.entry("Windows", "Windows"),
            Map.entry("Macintosh", "macOS"), Map.entry("CrOS", "ChromeOS"),
            Map.entry("Linux", "Linux"));

    private BrowserNames() {}

    static String words(String agent, Messages messages) {
        String name = first(NAMES, agent).orElse(messages.text("account.stays.browser"));
        return first(SYSTEMS, agent)
                .map(system -> messages.text("account.stays.on", name, system)).orElse(name);
    }

    private static Optional<String> first(List<Map.Entry<String, String>> known, String agent) {
        return known.stream().filter(each -> agent.contains(each.getKey())).findFirst()
                .map(Map.Entry::getValue);
    }
}
