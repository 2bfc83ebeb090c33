package org.gridtorrent.ccm.admin;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** A quota as it is typed: a number, and a size with its unit; nothing for no limit. */
final class QuotaForm {
    private static final String DATASETS = "quotaDatasets";
    private static final String BYTES = "quotaBytes";
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");
    private static final Pattern SIZE = Pattern
            .compile("([0-9]{1,12}(?:[.,][0-9]{1,6})?) ?(B|kB|MB|GB|TB|PB)",
                    Pattern.CASE_INSENSITIVE);

    private QuotaForm() {}

    static Map<String, String> fields(Quota quota) {
        return Map.of(DATASETS, quota.datasets().isPresent()
                ? String.valueOf(quota.datasets().getAsLong())
                : "",
                BYTES, quota.bytes().isPresent() ? size(quota.bytes().getAsLong()) : "");
    }

    /** In the largest unit of which it is a whole number. */
    private static String size(long bytes) {
        long value = bytes;
        int unit = 0;
        while (value != 0 && value % 1000 == 0 && unit < UNITS.size() - 1) {
            value /= 1000;
            unit++;
        }
        return value + " " + UNITS.get(unit);
    }

    /** Empty when something in it is wrong, which the form then says. */
    static Optional<Quota> read(Form form, Messages messages) {
        form.check(DATASETS, text -> text.matches("[0-9]{0,9}"),
                messages.text("quota.datasets.wrong"));
        Optional<OptionalLong> bytes = bytes(form.value(BYTES));
        if (bytes.isEmpty()) {
            form.error(BYTES, messages.text("quota.bytes.wrong"));
        }
        return form.ok()
                ? Optional.of(new Quota(form.value(DATASETS).isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(Long.parseLong(form.value(DATASETS))),
                        bytes.orElseThrow()))
                : Optional.empty();
    }

    private static Optional<OptionalLong> bytes(String text) {
        if (text.isEmpty()) {
            return Optional.of(OptionalLong.empty());
        }
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return Optional.empty();
        }
        int power = UNITS.stream().map(unit -> unit.toLowerCase(Locale.ROOT)).toList()
                .indexOf(size.group(2).toLowerCase(Locale.ROOT));
        BigDecimal bytes = new BigDecimal(size.group(1).replace(',', '.'))
                .scaleByPowerOfTen(3 * power);
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(OptionalLong.of(bytes.longValue()));
    }
}
