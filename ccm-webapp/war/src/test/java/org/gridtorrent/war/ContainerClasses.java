package org.gridtorrent.war;

import java.util.List;

/** What a stock container shows to an application: Java, the Servlet API, and its own classes. */
final class ContainerClasses extends ClassLoader {
    private static final List<String> SHOWN = List.of("jakarta.servlet.", "org.apache.catalina.",
            "org.apache.tomcat.", "org.apache.coyote.", "org.apache.naming.", "org.eclipse.jetty.");

    ContainerClasses() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (SHOWN.stream().anyMatch(name::startsWith)) {
            return ContainerClasses.class.getClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
