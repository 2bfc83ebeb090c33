package org.gridtorrent.client.torrent;

import org.gridtorrent.client.config.TransportChoice;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --transport}. */
final class TransportConverter implements ITypeConverter<TransportChoice> {
    @Override
    public TransportChoice convert(String value) {
        try {
            return TransportChoice.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
