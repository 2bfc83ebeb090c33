package org.gridtorrent.client.torrent;

import org.gridtorrent.client.config.RateText;
import org.gridtorrent.engine.limit.RateSchedule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --upload-limit} and {@code --download-limit}. */
final class RateConverter implements ITypeConverter<RateSchedule> {
    @Override
    public RateSchedule convert(String value) {
        try {
            return RateText.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
