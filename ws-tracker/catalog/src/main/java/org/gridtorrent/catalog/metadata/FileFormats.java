package org.gridtorrent.catalog.metadata;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;

/** Of which kinds the files of a data set are, by the endings of their names. */
public final class FileFormats {
    /** Of how many kinds note is taken. */
    public static final int MOST = 20;
    /** The last ending, and the one before it when that is an archive's that is packed. */
    private static final Pattern ENDING = Pattern.compile(
            "[^.].*?\\.((?:tar\\.(?:gz|bz2|xz|zst))|(?=[0-9]*[a-z])[a-z0-9]{1,10})");

    private FileFormats() {}

    /** The most frequent first; none when this is no metainfo. */
    public static List<String> of(byte[] metainfo) {
        try {
            return among(Metainfo.parse(metainfo).files().stream().filter(file -> !file.isPadding())
                    .map(file -> file.path().toString()).toList());
        } catch (MetainfoException notReadable) {
            return List.of();
        }
    }

    static List<String> among(List<String> paths) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String path : paths) {
            String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
            Matcher ending = ENDING.matcher(name);
            if (ending.matches()) {
                counts.merge(ending.group(1), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST).map(Map.Entry::getKey).toList();
    }
}
