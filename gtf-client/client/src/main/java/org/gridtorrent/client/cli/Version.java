package org.gridtorrent.client.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest carries. */
public final class Version implements IVersionProvider {
    public static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[]{"gridtorrent " + current()};
    }
}
