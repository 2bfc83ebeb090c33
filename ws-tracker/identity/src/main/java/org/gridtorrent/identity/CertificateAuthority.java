package org.gridtorrent.identity;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The site's own certificate authority. Device certificates live 24 hours and carry one name, the
 * device's; names that a request asks for are ignored. Safe for use by many threads.
 */
public final class CertificateAuthority {
    public static final Duration DEVICE_LIFETIME = Duration.ofHours(24);

    /** Clocks of workstations lag: a certificate is valid from a little before its issue. */
    private static final Duration BACKDATED = Duration.ofHours(1);
    private static final Duration SERVER_LIFETIME = Duration.ofDays(800);
    private static final Duration AUTHORITY_LIFETIME = Duration.ofDays(7300);
    private static final Pattern IP = Pattern.compile("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String site;
    private final X509Certificate certificate;
    private final PrivateKey key;

    CertificateAuthority(String site, X509Certificate certificate, PrivateKey key) {
        this.site = DeviceName.checkSite(site);
        this.certificate = certificate;
        this.key = key;
    }

    public String site() {
        return site;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** A certificate for the key of a DER PKCS#10 request, under the name that the site gives. */
    public X509Certificate issueDevice(byte[] request, String userId, String deviceId, Instant now)
            throws IdentityException {
        PublicKey deviceKey = DeviceKeys.requestedKey(request);
        var name = new DeviceName(site, userId, deviceId);
        try {
            var builder = builder(certificate, deviceKey, "CN=device", now, DEVICE_LIFETIME);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true,
                    new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(new KeyPurposeId[]{KeyPurposeId.id_kp_clientAuth,
                        KeyPurposeId.id_kp_serverAuth}));
            builder.addExtension(Extension.subjectAlternativeName, true, new GeneralNames(
                    new GeneralName(GeneralName.uniformResourceIdentifier, name.uri())));
            return sign(builder, key);
        } catch (IOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("the site's authority cannot sign", e);
        }
    }

    /** The {@link Digests#keyHash} of a request that {@link #issueDevice} would serve. */
    public String requestedKeyHash(byte[] request) throws IdentityException {
        return Digests.keyHash(DeviceKeys.requestedKey(request));
    }

    /**
     * The device that a presented certificate names: signed by this authority, in its time, of this
     * site. The whole check is made here and not left to TLS, which skips it on resumption.
     */
    public DeviceName verifyDevice(X509Certificate presented, Instant now)
            throws IdentityException {
        return verifyDevice(presented, certificate, now);
    }

    /** The same check with the authority's certificate alone, as devices make it of each other. */
    public static DeviceName verifyDevice(X509Certificate presented, X509Certificate authority,
            Instant now) throws IdentityException {
        try {
            presented.verify(authority.getPublicKey());
            presented.checkValidity(Date.from(now));
        } catch (GeneralSecurityException e) {
            throw new IdentityException(
                    "the certificate is not of this site, or is out of its time", e);
        }
        if (!presented.getIssuerX500Principal().equals(authority.getSubjectX500Principal())
                || presented.getBasicConstraints() >= 0) {
            throw new IdentityException("the certificate is not a device's of this site");
        }
        DeviceName name = DeviceName.of(presented);
        if (!name.site().equals(siteOf(authority))) {
            throw new IdentityException("the certificate is of another site");
        }
        return name;
    }

    /** The site's label, which the authority's certificate carries as its organisation. */
    public static String siteOf(X509Certificate authority) throws IdentityException {
        String subject = authority.getSubjectX500Principal().getName();
        for (String part : subject.split(",", -1)) {
            if (part.startsWith("O=")) {
                return part.substring(2);
            }
        }
        throw new IdentityException("the authority's certificate names no site");
    }

    /** A certificate for the site's servers under host names and addresses. */
    X509Certificate issueServer(PublicKey serverKey, Collection<String> hosts, Instant now) {
        try {
            var builder = builder(certificate, serverKey, "CN=server", now, SERVER_LIFETIME);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true,
                    new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(Extension.subjectAlternativeName, true,
                    new GeneralNames(hosts.stream().distinct()
                            .map(CertificateAuthority::hostName).toArray(GeneralName[]::new)));
            return sign(builder, key);
        } catch (IOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("the site's authority cannot sign", e);
        }
    }

    static X509Certificate selfSigned(String site, PublicKey publicKey, PrivateKey key,
            Instant now) {
        try {
            String name = "CN=GridTorrent site authority,O=" + DeviceName.checkSite(site);
            var builder = new JcaX509v3CertificateBuilder(new X500Name(name), serial(),
                    Date.from(now.minus(BACKDATED)), Date.from(now.plus(AUTHORITY_LIFETIME)),
                    new X500Name(name), publicKey);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true,
                    new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            return sign(builder, key);
        } catch (IOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot make the site's authority", e);
        }
    }

    private static GeneralName hostName(String host) {
        String bare = host.replaceAll("^\\[|]$", "");
        int kind = IP.matcher(bare).matches() ? GeneralName.iPAddress : GeneralName.dNSName;
        return new GeneralName(kind, bare);
    }

    private static X509v3CertificateBuilder builder(X509Certificate issuer, PublicKey key,
            String subject, Instant now, Duration lifetime) {
        return new JcaX509v3CertificateBuilder(issuer.getSubjectX500Principal(), serial(),
                Date.from(now.minus(BACKDATED)), Date.from(now.plus(lifetime)),
                new X500Principal(subject), key);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        var signer = new JcaContentSignerBuilder(DeviceKeys.SIGNATURE).build(key);
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    private static BigInteger serial() {
        return new BigInteger(120, RANDOM).setBit(120);
    }
}
