package org.gridtorrent.client.torrent;

import org.gridtorrent.client.config.HostPort;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads option values that are addresses. */
final class HostPortConverter implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String value) {
        try {
            return HostPort.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
