/**
 * Who is who, and who may: names in certificates, the site's keys and authority, access tickets,
 * enrolment codes, passwords and tokens. Pure values and cryptography; TLS itself is the JDK's.
 */
@NullMarked
package org.gridtorrent.identity;

import org.jspecify.annotations.NullMarked;
