package org.gridtorrent.ccm;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/**
 * What the servlet container has a part in, in Tomcat: host names, malformed and large requests,
 * cookies and encodings of forms, error pages, files in parts and files that break off. With
 * {@code -Pfull} the other pages run in Tomcat too.
 */
class TomcatTest {

    @BeforeAll
    static void choose() {
        System.setProperty(Container.CHOICE, "tomcat");
    }

    @AfterAll
    static void chooseNone() {
        System.clearProperty(Container.CHOICE);
    }

    @Nested
    class InTomcatGuard extends GuardTest {}

    @Nested
    class InTomcatLook extends LookTest {}

    @Nested
    class InTomcatErrorPages extends ErrorPagesTest {}

    @Nested
    class InTomcatFileDownload extends FileDownloadTest {}

    @Nested
    class InTomcatFileRest extends FileRestTest {}
}
