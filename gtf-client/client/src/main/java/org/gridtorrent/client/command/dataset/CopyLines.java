package org.gridtorrent.client.command.dataset;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.pages.Copies;
import org.gridtorrent.client.pages.Copies.Holder;
import org.gridtorrent.client.pages.Copies.Rule;

/** A data set's copies in words. */
final class CopyLines {
    private CopyLines() {}

    static List<String> of(Copies copies) {
        List<String> lines = new ArrayList<>();
        Rule rule = copies.rule();
        if (rule == null) {
            lines.add("No copy rule.");
        } else {
            lines.add("Copies to keep: %d, of which %d on always-on machines; %s"
                    .formatted(rule.copies(), rule.alwaysOn(), places(rule)));
            lines.add("Present now:    %d, of which %d on always-on machines".formatted(
                    copies.counting(), copies.alwaysOn()));
        }
        copies.machines().forEach(holder -> lines.add(line(holder)));
        copies.notices().forEach(notice -> lines.add("! " + notice));
        return lines;
    }

    private static String places(Rule rule) {
        List<String> places = new ArrayList<>(rule.machines());
        places.addAll(rule.groups());
        return places.isEmpty()
                ? "on any machine that offers space"
                : "on " + String.join(", ", places);
    }

    private static String line(Holder holder) {
        String machine = holder.machine();
        String verified = holder.verified();
        return "  %-9s %s (%s)%s, online %.0f %% of the time%s%s".formatted(holder.state(),
                machine == null ? "a machine" : machine, holder.owner(),
                verified == null ? "" : ", verified " + LocalTimes.format(verified),
                holder.uptime() * 100, holder.alwaysOn() ? ", always on" : "",
                holder.byRule() ? ", by the rule" : "");
    }
}
